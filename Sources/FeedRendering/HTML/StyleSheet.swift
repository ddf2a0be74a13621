/// The style of a digest's page. It is inline, because the page loads only pictures.
let styleSheet: StaticString = """
    :root {
      color-scheme: light dark;
      --paper: #fbf9f4; --ink: #1f1c18; --soft: #665f55; --line: #ded7ca; --wash: #f2ede2;
      --accent: #a4301a; --link: #1f4e86; --visited: #6a4a75;
      --sans: system-ui, -apple-system, "Segoe UI", "Hiragino Sans", "Hiragino Kaku Gothic ProN",
        "Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic Medium", "Yu Gothic", Meiryo, sans-serif;
      --serif: "Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP", "Noto Serif JP", Georgia, serif;
      --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono", "Noto Sans Mono CJK JP",
        monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #181613; --ink: #e8e2d6; --soft: #a79f91; --line: #39342c; --wash: #23201b;
        --accent: #ff9a7a; --link: #93bdf2; --visited: #c9a6d6;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
    body {
      margin: 0 auto; padding: 1.5rem 1.25rem 3rem; max-width: 44rem;
      background: var(--paper); color: var(--ink);
      font: 1rem/1.75 var(--sans); line-break: strict; overflow-wrap: anywhere; text-autospace: normal;
    }
    a { color: var(--link); }
    h1, h2, h3, summary, .facts, .contents { word-break: auto-phrase; }
    .masthead { border-bottom: 3px double var(--ink); padding-bottom: .9rem; }
    .masthead h1 { margin: 0; font: 700 clamp(1.6rem, 6vw, 2.4rem)/1.3 var(--serif); letter-spacing: .04em; }
    .period { margin: .4rem 0 0; color: var(--soft); font-size: .875rem; display: flex; flex-wrap: wrap; gap: 0 .6em; }
    .period .warning { color: var(--accent); }
    .contents ul { list-style: none; margin: .9rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem; }
    .contents a {
      display: flex; gap: .5em; padding: .15rem .7rem; border: 1px solid var(--line); border-radius: 1rem;
      color: inherit; font-size: .85rem; text-decoration: none;
    }
    .contents .count { flex: none; color: var(--soft); font-variant-numeric: tabular-nums; }
    main > section > h2 {
      margin: 2.2rem 0 0; padding-bottom: .3rem; border-bottom: 1px solid var(--ink);
      font: 700 1.2rem/1.5 var(--serif); letter-spacing: .03em;
    }
    article { display: flow-root; padding: 1.1rem 0; border-bottom: 1px solid var(--line); }
    article h3, article .title { margin: 0; font: 700 1.06rem/1.5 var(--sans); }
    article h3 a, article .title a { color: inherit; text-decoration: none; }
    article h3 a:visited, article .title a:visited { color: var(--visited); }
    article h3 a:hover, article .title a:hover, .contents a:hover { color: var(--link); text-decoration: underline; }
    .facts {
      margin: .15rem 0 0; display: flex; flex-wrap: wrap; gap: 0 .9em; color: var(--soft); font-size: .8125rem;
      font-variant-numeric: tabular-nums;
    }
    .facts .label { color: var(--accent); font-weight: 600; }
    .facts > *, .tags li { max-width: 100%; }
    .facts .number { white-space: nowrap; }
    .facts b { font-weight: 600; color: var(--ink); }
    .lead {
      float: right; width: 10rem; height: auto; aspect-ratio: 16 / 9; object-fit: cover; margin: .2rem 0 .5rem 1rem;
      border-radius: .25rem; background: var(--wash);
    }
    .excerpt { margin: .4rem 0 0; font-size: .9375rem; }
    .tags { list-style: none; margin: .4rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem .7rem; }
    .tags li { color: var(--soft); font-size: .8125rem; }
    .tags li::before { content: "#"; opacity: .6; }
    .files { margin: .4rem 0 0; padding: 0; list-style: none; font-size: .875rem; }
    .remark { margin: .4rem 0 0; color: var(--soft); font-size: .875rem; }
    summary { margin-top: .4rem; width: fit-content; color: var(--link); font-size: .875rem; cursor: pointer; }
    .length { color: var(--soft); }
    article:has(details[open]) .excerpt { display: none; }
    .body { margin-top: .6rem; padding-left: 1rem; border-left: 3px solid var(--line); font-size: .9375rem; overflow-x: auto; }
    .body > :first-child { margin-top: 0; }
    .body > :last-child { margin-bottom: 0; }
    .body :is(h4, h5, h6) { font: 700 1rem/1.5 var(--sans); margin: 1.4em 0 .4em; }
    .body img, .body video { max-width: 100%; height: auto; }
    .body pre { overflow-x: auto; padding: .7rem .9rem; border-radius: .25rem; background: var(--wash); line-height: 1.5; }
    code, pre { font-family: var(--mono); font-size: .875em; }
    .body code { padding: .1em .3em; border-radius: .2em; background: var(--wash); }
    .body pre code { padding: 0; font-size: inherit; }
    .body pre, .body pre * { overflow-wrap: normal; word-break: normal; }
    .body table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
    .body :is(td, th) { padding: .2rem .6rem; border: 1px solid var(--line); overflow-wrap: normal; vertical-align: top; }
    .body blockquote { margin: 1em 0; padding-left: 1em; border-left: 2px solid var(--line); color: var(--soft); }
    .body blockquote blockquote blockquote { padding-left: 0; border: 0; }
    .body :is(ul, ol) { padding-left: 1.5em; }
    .body dd { margin-left: 1.5em; }
    .body figure { margin: 1em 0; }
    .empty { padding: 3rem 0; text-align: center; color: var(--soft); }
    footer { margin-top: 2rem; color: var(--soft); font-size: .875rem; }
    footer h2 { margin: 1.5rem 0 .4rem; color: var(--accent); font: 700 1rem/1.5 var(--sans); }
    footer ul { margin: 0; padding-left: 1.2em; }
    footer li { padding: .2rem 0; }
    footer b { color: var(--ink); }
    footer li code { opacity: .8; }
    .colophon { margin-top: 2rem; }
    @media (max-width: 32rem) {
      body { padding: 1rem 1rem 2.5rem; }
      .contents ul { flex-wrap: nowrap; overflow-x: auto; margin-inline: -1rem; padding-inline: 1rem; scrollbar-width: none; }
      .contents li { flex: none; max-width: 75vw; }
      .lead { width: 6.5rem; aspect-ratio: 1; margin-left: .75rem; }
      .body { padding-left: .7rem; }
    }
    @media (min-width: 70rem) {
      body { max-width: 64rem; display: grid; grid-template-columns: 15rem minmax(0, 44rem); gap: 0 3rem; }
      body:not(:has(.contents)) { display: block; max-width: 44rem; }
      .masthead, footer { grid-column: 1 / -1; }
      .contents { grid-row: 2; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2.2rem 0; }
      .contents ul { display: block; margin: 0; }
      .contents a { justify-content: space-between; border: 0; padding: .25rem 0; border-radius: 0; }
      main { grid-column: 2; }
      footer { grid-column: 2; }
    }
    @media print {
      :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --wash: #f4f4f4; --accent: #000; --link: #000; --visited: #000; }
      body { max-width: none; padding: 0; font-size: 10pt; display: block; }
      .contents, summary, .warning { display: none; }
      article { break-inside: avoid; }
      h2 { break-after: avoid; }
    }

    """
