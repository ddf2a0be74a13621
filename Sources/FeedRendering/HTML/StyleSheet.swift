/// The style of a digest's page. It is inline, because the page loads only pictures.
let styleSheet: StaticString = """
    :root {
      color-scheme: light dark;
      --paper: #faf8f2; --ink: #1c1a17; --soft: #544e45; --line: #d3ccbe; --wash: #f1ece1; --accent: #9a2b16;
      --serif: "Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP", "Noto Serif JP", Georgia, serif;
      --sans: "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic UI",
        "Yu Gothic", Meiryo, system-ui, sans-serif;
      --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono", "Noto Sans Mono CJK JP",
        monospace;
    }
    :root:lang(en) {
      --serif: Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "Noto Serif", "DejaVu Serif",
        "Noto Serif CJK JP", "Hiragino Mincho ProN", "Yu Mincho", serif;
      --sans: system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #171512; --ink: #ece7dc; --soft: #b3ab9d; --line: #3d382f; --wash: #24211b; --accent: #f08d78;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; background: var(--paper); }
    body {
      margin: 0 auto; padding: 0 1.25rem 2.5rem; max-width: 74rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.7 var(--sans); line-break: strict; overflow-wrap: anywhere; text-autospace: normal;
    }
    a { color: inherit; text-decoration: none; }
    a:hover { text-decoration: underline; text-underline-offset: .2em; }
    a:visited { color: var(--soft); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    p, h1, h2, h3 { margin: 0; }
    h1, h2, h3, .title, .sources, .contents, .facts, .story, .told, .related, summary { word-break: auto-phrase; text-wrap: pretty; }
    .skip { position: absolute; left: -999rem; }
    .skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: .5rem 1rem; background: var(--paper); }
    .masthead {
      display: grid; grid-template-columns: 1fr minmax(0, auto) 1fr; align-items: end; gap: 0 1.25rem;
      padding: 1.5rem 0 .8rem; border-bottom: 4px double var(--ink);
    }
    .masthead h1 {
      grid-column: 2; grid-row: 1; font: 700 clamp(1.75rem, 4.6vw, 3.2rem)/1.2 var(--serif); letter-spacing: .05em;
      text-align: center; text-wrap: balance;
    }
    :root:lang(en) .masthead h1 { letter-spacing: -.01em; }
    .ear { grid-row: 1; color: var(--soft); font-size: .8125rem; line-height: 1.6; }
    .ear > * { display: block; }
    .ear a { min-height: 24px; word-break: auto-phrase; color: var(--accent); text-decoration: underline; text-underline-offset: .2em; }
    .size { grid-column: 3; text-align: end; }
    .sources { grid-column: 1 / -1; margin-top: .4rem; color: var(--soft); font-size: .8125rem; line-height: 1.6; text-align: center; text-wrap: balance; }
    .contents { border-bottom: 1px solid var(--line); font-size: .84375rem; }
    .contents ul { list-style: none; margin: 0; padding: .2rem 0; display: flex; flex-wrap: wrap; gap: 0 1.4rem; }
    .contents a { display: block; padding: .25rem 0; color: var(--soft); max-width: 20rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .contents .count, .sources .count, main h2 .count { color: var(--soft); font: 400 .8125rem var(--sans); font-variant-numeric: tabular-nums; }
    h2, h3 { font-family: var(--serif); font-weight: 700; line-height: 1.45; }
    .excerpt { margin-top: .2rem; font-size: .90625rem; line-height: 1.65; display: -webkit-box; -webkit-line-clamp: 3; line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden; }
    article:has(details[open]) .excerpt { display: none; }
    .facts {
      margin-top: .25rem; display: flex; flex-wrap: wrap; gap: 0 .85em; color: var(--soft); font-size: .8125rem; line-height: 1.6;
      font-variant-numeric: tabular-nums;
    }
    .facts > * { max-width: 100%; }
    .facts .number, .facts time { white-space: nowrap; }
    .facts b { color: var(--ink); font-weight: 600; }
    .facts a { display: inline-block; min-height: 24px; text-decoration: underline; text-underline-offset: .2em; }
    .label { color: var(--accent); }
    .related { margin-top: .25rem; color: var(--soft); font-size: .8125rem; line-height: 1.6; }
    .story, .told { margin-top: .25rem; color: var(--soft); font-size: .8125rem; line-height: 1.7; }
    .story a { padding-block: .15rem; text-decoration: underline; text-underline-offset: .2em; }
    .story p { margin-top: .2rem; }
    .briefs .story, .briefs .told { margin: 0; }
    .leads article:first-child .story { justify-self: center; }
    .related a { padding-block: .15rem; text-decoration: underline; text-underline-offset: .2em; }
    .leads { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1.2rem 0; padding: 1.3rem 0; border-bottom: 4px double var(--ink); }
    .leads article { grid-column: span 2; padding: 0 1.5rem; border-inline-start: 1px solid var(--line); }
    .leads article:nth-child(2) { padding-inline-start: 0; border-inline-start: 0; }
    .leads article:last-child { padding-inline-end: 0; }
    .leads article:first-child { grid-column: 1 / -1; justify-self: center; max-width: 54rem; padding: 0; border: 0; text-align: center; }
    .leads article:first-child h2 { font-size: clamp(1.6rem, 3.9vw, 2.8rem); line-height: 1.28; text-wrap: balance; }
    .leads article:first-child .excerpt { margin-top: .5rem; font-size: 1.03rem; line-height: 1.8; }
    .leads article:first-child .facts { justify-content: center; }
    .leads article:first-child :is(details, .related) { text-align: start; }
    .leads article h2 { font-size: 1.2rem; }
    .leads article:first-child:nth-last-child(3) ~ article { grid-column: span 3; }
    .leads article:first-child:nth-last-child(2) ~ article { grid-column: 1 / -1; padding: 0; border: 0; justify-self: center; max-width: 44rem; }
    .leads article:first-child:nth-last-child(2) ~ article:has(.picture) { justify-self: stretch; max-width: none; }
    main > section { padding-top: 1.4rem; }
    main > section.leads { padding-top: 1.4rem; }
    main > section > h2 { display: flex; gap: .6em; align-items: baseline; padding-bottom: .3rem; border-bottom: 1px solid var(--ink); font-size: 1.0625rem; }
    .cards { display: grid; grid-template-columns: 1fr 1fr; gap: .95rem 2.4rem; padding: .75rem 0 .2rem; }
    .cards article { display: flow-root; min-width: 0; }
    .cards article:last-child:nth-child(odd) { grid-column: 1 / -1; max-width: 46rem; }
    .cards :is(h2, h3) { font-size: 1.0625rem; }
    :is(h2, h3, .title) > a { display: block; min-height: 24px; }
    .briefs { list-style: none; margin: .45rem 0 0; padding: 0; columns: 2; column-gap: 2.4rem; column-rule: 1px solid var(--line); }
    .briefs li { break-inside: avoid; padding: .25rem 0; }
    .briefs .title { display: block; font-size: .9375rem; line-height: 1.6; }
    .briefs .facts { margin: 0; }
    .omitted .briefs li { padding: .2rem 0; }
    .omitted .briefs :is(.title, .title > a) { display: inline; }
    .omitted .briefs .facts { display: inline-flex; margin-inline-start: .8em; }
    .reason { margin-top: .3rem; color: var(--soft); font-size: .84375rem; }
    .omitted li .reason { margin: 0; font-size: .8125rem; }
    .links { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; }
    .links a { min-height: 24px; text-decoration: underline; text-underline-offset: .2em; }
    .picture { float: inline-end; width: 8rem; height: auto; aspect-ratio: 16 / 9; object-fit: cover; margin: .2rem 0 .4rem 1rem; }
    .picture { position: relative; }
    .picture::after { content: ""; position: absolute; inset: -1px; background: var(--paper); }
    .leads article:first-child:has(.picture) { justify-self: stretch; max-width: none; text-align: start; }
    .leads article:first-child:has(.picture) .facts { justify-content: flex-start; }
    .leads article:first-child .picture { width: min(38%, 22rem); margin: .3rem 0 .4rem 1.8rem; }
    .empty { padding: 4rem 0; text-align: center; font-family: var(--serif); font-size: 1.2rem; }
    .end { padding: 1rem 0 .7rem; text-align: center; font: 700 1.0625rem/1.6 var(--serif); color: var(--ink); }
    footer { margin-top: 1.8rem; padding-top: .6rem; border-top: 4px double var(--ink); color: var(--soft); font-size: .84375rem; }
    footer p { margin: .25rem 0; }
    footer h2 { margin: 1rem 0 .2rem; color: var(--accent); font: 700 .9375rem/1.6 var(--sans); }
    footer ul { margin: 0; padding-inline-start: 1.2em; }
    footer b { color: var(--ink); }
    code, pre { font-family: var(--mono); font-size: .875em; }
    .remark { margin-top: .3rem; color: var(--soft); font-size: .84375rem; }
    summary { margin-top: .2rem; width: fit-content; min-height: 24px; color: var(--soft); font-size: .8125rem; cursor: pointer; }
    .body { margin-top: .5rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); font-size: .9375rem; overflow-x: auto; }
    .body a { text-decoration: underline; text-underline-offset: .2em; }
    .body :is(p, ul, ol, dl, pre, table) { margin: .8em 0; }
    .body > :first-child { margin-top: 0; }
    .body > :last-child { margin-bottom: 0; }
    .body :is(h4, h5, h6) { font: 700 1rem/1.5 var(--sans); margin: 1.4em 0 .4em; }
    .body :is(img, video, audio) { max-width: 100%; height: auto; }
    .body pre { overflow-x: auto; padding: .7rem .9rem; border-radius: .25rem; background: var(--wash); line-height: 1.5; }
    .body code { padding: .1em .3em; border-radius: .2em; background: var(--wash); }
    .body pre code { padding: 0; font-size: inherit; }
    .body pre, .body pre * { overflow-wrap: normal; word-break: normal; }
    .body table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
    .body :is(td, th) { padding: .2rem .6rem; border: 1px solid var(--line); overflow-wrap: normal; vertical-align: top; }
    .body blockquote { margin: 1em 0; padding-inline-start: 1em; border-inline-start: 2px solid var(--line); color: var(--soft); }
    .body blockquote blockquote blockquote { padding-inline-start: 0; border: 0; }
    .body :is(ul, ol) { padding-inline-start: 1.5em; }
    .body dd { margin-inline-start: 1.5em; }
    .body figure { margin: 1em 0; }
    .compact { font-size: .9375rem; line-height: 1.6; }
    .compact .masthead { padding: .8rem 0 .4rem; }
    .compact .masthead h1 { font-size: clamp(1.5rem, 3.4vw, 2.2rem); }
    .compact .leads { gap: 1rem 0; padding: 1rem 0; }
    .compact .leads article:first-child h2 { font-size: clamp(1.35rem, 2.7vw, 1.9rem); }
    .compact .leads article h2 { font-size: 1.0625rem; }
    .compact main > section { padding-top: 1rem; }
    .compact .cards { gap: .8rem 2rem; padding: .6rem 0 .2rem; }
    .compact .cards :is(h2, h3) { font-size: 1rem; }
    .compact .excerpt { font-size: .875rem; line-height: 1.6; -webkit-line-clamp: 2; line-clamp: 2; }
    .compact .briefs li { padding: .15rem 0; }
    .compact .briefs .title { font-size: .875rem; }
    @media (min-width: 60rem) { .compact .briefs { columns: 3; } }
    @media (max-width: 60rem) {
      .masthead { grid-template-columns: 1fr 1fr; gap: .3rem 1rem; }
      .masthead h1 { grid-column: 1 / -1; }
      .ear { grid-row: 2; }
      .size { grid-column: 2; }
      .sources { grid-row: 3; }
    }
    @media (max-width: 44rem) {
      html { scroll-padding-top: 3rem; }
      body { padding: 0 1rem 2rem; }
      .masthead { padding: .9rem 0 .5rem; }
      .ear { font-size: .78125rem; }
      .contents { position: sticky; top: 0; z-index: 1; margin: 0 -1rem; background: var(--paper); }
      .contents ul {
        flex-wrap: nowrap; overflow-x: auto; padding: .2rem 3rem .2rem 1rem; scrollbar-width: none;
        -webkit-mask-image: linear-gradient(to right, #000 calc(100% - 3rem), transparent);
        mask-image: linear-gradient(to right, #000 calc(100% - 3rem), transparent);
      }
      .contents a { max-width: 60vw; }
      .leads { display: block; padding: 1rem 0; }
      main > section.leads { padding-top: 1rem; }
      .leads article:nth-child(n), .leads article:first-child:nth-last-child(2) ~ article { padding: 0; border: 0; max-width: none; text-align: start; }
      .leads article:first-child .facts { justify-content: flex-start; }
      .leads article:nth-child(n + 2) { margin-top: .9rem; padding-top: .9rem; border-top: 1px solid var(--line); }
      main > section { padding-top: 1.25rem; }
      .cards { grid-template-columns: 1fr; gap: .85rem; padding-top: .6rem; }
      .cards .excerpt { -webkit-line-clamp: 2; line-clamp: 2; }
      .cards .tag, .leads .tag { display: none; }
      .briefs { columns: 1; }
      .briefs li { padding: .35rem 0; border-top: 1px solid var(--line); }
      .briefs li:first-child { border: 0; }
      .picture { width: 6rem; aspect-ratio: 1; margin-inline-start: .75rem; }
      .leads article:first-child .picture { width: 8rem; margin-inline-start: .75rem; }
    }
    @media print {
      @page { margin: 13mm; }
      :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --wash: #f4f4f4; --accent: #000; }
      html { font-size: 8.5pt; }
      body { max-width: none; padding: 0; }
      .contents, .skip, summary { display: none; }
      .masthead { padding-top: 0; }
      main > section { padding-top: 1.1rem; }
      .leads { padding: 1rem 0; }
      .cards { gap: .8rem 1.6rem; }
      .briefs { columns: 3; column-gap: 1.6rem; }
      article, .briefs li { break-inside: avoid; }
      h2 { break-after: avoid; }
    }

    """
