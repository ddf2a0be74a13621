# `make demo` shows it, `make test` proves it, `make install` puts it in place. `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help packages build function-order deb archive reproducible package-roots package-systemd demo test check schema reference interface catalogue docs kill moves programs inject power feeds webhooks hostile browser pages picture soak mistakes ninety-days polling habits binary-under-test fuzz valgrind bench bench-figures bench-digests bench-search install clean lines letters mutt mail cron-week year others postgresql workers bench-workers bench-claims

PREFIX ?= /usr/local
KILLS ?= 1000
SAMPLE ?= 0
CUTS ?= 200
MESSAGES ?= 10000
LETTERS ?= 1000
HOSTILE_RUNS ?= 200
RUNS ?= 2000
DAYS ?= 365
MISTAKES ?= 0
BINARY ?= release
FUZZ_SECONDS ?= 60
RELEASE := .build/release/kawaraban
# Functions that ordinary commands use lie side by side, so that a run touches fewer pages. Only gold reads such a list.
ORDERED := -Xswiftc -Xfrontend -Xswiftc -function-sections \
	$(if $(shell command -v ld.gold),-Xswiftc -use-ld=gold -Xlinker --section-ordering-file=$(CURDIR)/Packaging/functions.order)
# With symbols, and without anything that only this folder has: debug symbols name C modules by a hash, in which the
# times of headers are otherwise.
SWIFT_PACKAGE := swift build -c release --static-swift-stdlib --disable-local-rpath --product kawaraban \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
	-Xswiftc -Xcc -Xswiftc -Xclang -Xswiftc -Xcc -Xswiftc -fno-pch-timestamp \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen $(ORDERED)
SWIFT_RELEASE := $(SWIFT_PACKAGE) -Xlinker -s
LIBRARIES := $(CURDIR)/.build/package/libraries
LAZY := $(CURDIR)/.build/package/lazy

help:
	@echo "make build      the release binary, at $(RELEASE)"
	@echo "make function-order  writes Packaging/functions.order anew: the functions that ordinary commands use"
	@echo "make deb        the packages for Debian 12 and 13, the program and its debug symbols, in .build/package"
	@echo "make archive    an archive for any folder of any Linux with glibc, in .build/package"
	@echo "make package-roots  both of them in bare Debian 12 and 13: installed, run, removed; lintian (as root)"
	@echo "make reproducible   both of them made twice, from two clones: the bytes are the same"
	@echo "make demo       a page from recorded answers, without network, and how to open it"
	@echo "make test       every test (debug build)"
	@echo "make check      format, import guards, warnings, generated reference, public interface, links, examples"
	@echo "make schema     300 configurations, 200 of them broken: the schema for editors agrees with \`check\`"
	@echo "make kill       KILLS=$(KILLS) runs killed at random moments: nothing lost, doubled or torn"
	@echo "make moves      state save and state load, killed 200 times and disturbed at each system call"
	@echo "make lines      KILLS=$(KILLS) runs killed over 40 facts that are told once: every one is told"
	@echo "make mutt       200 letters with hostile titles, as mutt shows them: text and HTML are what was composed"
	@echo "make letters    KILLS=$(KILLS) runs killed beside a reader of a Maildir: each entry in one letter, once"
	@echo "make programs   KILLS=$(KILLS) runs and as many of their programs killed: nothing lost, doubled or left behind"
	@echo "make inject     death, a full disk, I/O errors at every write-class call of a run (SAMPLE=N: only so many)"
	@echo "make feeds      a reader follows a pipeline for 20 days through kills; the corpus is read back"
	@echo "make others     rss2email and newsboat follow 20 feeds, then we come from them: nothing twice, nothing missed"
	@echo "make postgresql the tests of the engine with their state in PostgreSQL"
	@echo "make workers    three workers over one PostgreSQL, one killed each 5 s for 10 minutes, one stopped for 120 s"
	@echo "make power      CUTS=$(CUTS) power cuts: what was not synced is lost, what was delivered is not"
	@echo "make webhooks   MESSAGES=$(MESSAGES) to receivers that misbehave, and 200 kills"
	@echo "make mail       80 mail servers that each do one thing wrong; LETTERS=$(LETTERS) to servers that misbehave, and 200 kills"
	@echo "make browser    a digest with hostile entries in headless Chromium: it is shown, and nothing else happens"
	@echo "make picture    makes the picture of the page anew that both README files show"
	@echo "make pages      the trees of pages, and what selectors find in them, beside those of headless Chromium"
	@echo "make hostile    HOSTILE_RUNS=$(HOSTILE_RUNS) runs of each kind beside hostile servers, and each kind under valgrind"
	@echo "make soak       RUNS=$(RUNS) runs, an hour apart by their clock: nothing grows that should not"
	@echo "make cron-week  a run a minute for a week, with a secret, a variable and a feed in trouble: what cron mails"
	@echo "make mistakes   makes every mistake of Harness/mistakes on purpose: a harness or a test must notice each"
	@echo "                (MISTAKES=N: only so many of them, by chance)"
	@echo "make habits       what the flood guard does to feeds of all habits, over ninety days"
	@echo "make polling      what a week of polling misses of hot lists and of servers that were away, and what it costs"
	@echo "make year       DAYS=$(DAYS) of forty ordinary sources and three pipelines: mails against faults, entries, size"
	@echo "make ninety-days  what cron would see of ninety days, with 1,000 sources"
	@echo "make fuzz       $(FUZZ_SECONDS) s of each fuzz target: whatever comes, no crash and no broken promise"
	@echo "make valgrind   the kept answers of servers under valgrind: nothing that libcurl does to memory is odd"
	@echo "make bench      CPU a feed beside curl on the same list, on loopback"
	@echo "make bench-figures  instructions of a start, of parsing and of a run; kept beside the commit, and compared with earlier ones"
	@echo "make bench-digests  CPU and memory of digests of 100 to 10,000 entries in each format (BEFORE=OTHER: beside it)"
	@echo "make bench-search   list --search and conditions over 100,000 titles (BEFORE=OTHER: beside it)"
	@echo "make bench-workers  1, 2 and 4 workers over one PostgreSQL and servers that take their time"
	@echo "make bench-claims   claims of hosts among a million feeds in PostgreSQL: how many a second, and how long each takes"
	@echo "make catalogue  lists the sentences without Japanese"
	@echo "make reference  writes Documentation/Configuration.md anew"
	@echo "make interface  writes Documentation/Interface anew: what authors of plugins can use"
	@echo "make docs       pages about the plugin API, at .build/docs"
	@echo "make install    installs the release binary, PREFIX=$(PREFIX)"
	@echo "make clean      removes what was built"

packages:
	@Scripts/install-packages.sh

build: packages
	@Scripts/lazy-libraries.sh $(LAZY)
	@PKG_CONFIG_PATH=$(LAZY) Scripts/quietly.sh "building the release binary" $(SWIFT_RELEASE)
	@Scripts/check-binary.sh $(RELEASE)
	@echo "built $(RELEASE)"

function-order: packages
	@Scripts/install-packages.sh nginx-light python3-minimal valgrind binutils
	@Scripts/lazy-libraries.sh $(LAZY)
	@PKG_CONFIG_PATH=$(LAZY) Scripts/quietly.sh "building the release binary" $(SWIFT_RELEASE) -Xlinker -Map=$(RELEASE).map
	@Scripts/order-functions.py $(RELEASE) $(RELEASE).map

deb: packages
	@Scripts/install-packages.sh binutils dpkg-dev
	@Scripts/lazy-libraries.sh $(LAZY)
	@PKG_CONFIG_PATH=$(LAZY) Scripts/quietly.sh "building the release binary" $(SWIFT_PACKAGE)
	@Scripts/check-binary.sh $(RELEASE)
	@Scripts/package-deb.sh $(RELEASE) $(LAZY)

archive: packages
	@Scripts/install-packages.sh binutils liblzma-dev zlib1g-dev zstd
	@Scripts/archive-libraries.sh $(LIBRARIES)
	@PKG_CONFIG_PATH=$(LIBRARIES) Scripts/quietly.sh "building the release binary" $(SWIFT_PACKAGE) \
		-Xlinker $(LIBRARIES)/stand-ins.o -Xlinker -lz -Xlinker -llzma
	@Scripts/check-binary.sh $(RELEASE) archive
	@Scripts/package-archive.sh $(RELEASE)

package-roots: deb archive
	@Scripts/install-packages.sh mmdebstrap lintian systemd systemd-container
	@Scripts/package-roots.sh
	@Scripts/package-systemd.sh

reproducible: packages
	@Scripts/install-packages.sh binutils dpkg-dev liblzma-dev zlib1g-dev zstd
	@Scripts/reproducible.sh

demo: build
	@Scripts/demo.sh $(RELEASE)

test:
	@Scripts/install-packages.sh python3 strace valgrind binutils postgresql pgbouncer
	@Scripts/test.sh

check: packages
	@Scripts/install-packages.sh python3
	@Scripts/check.sh

schema: packages
	@Scripts/install-packages.sh python3
	@Scripts/quietly.sh "building" swift build --product kawaraban
	@Scripts/check-schema.py .build/debug/kawaraban

catalogue:
	@Scripts/messages.py --missing

reference: packages
	@Scripts/quietly.sh "building" swift build --product kawaraban
	@Scripts/reference.sh .build/debug/kawaraban > .build/Configuration.md
	@mv .build/Configuration.md Documentation/Configuration.md
	@echo "wrote Documentation/Configuration.md"

interface: packages
	@Scripts/quietly.sh "building (debug)" swift build --build-tests
	@Scripts/public-interface.py --write

docs: packages
	@Scripts/quietly.sh "building what authors of plugins use" swift build --target FeedTesting
	@Scripts/quietly.sh "building what sinks use" swift build --target FeedPosting
	@Scripts/quietly.sh "making pages" Scripts/docs.sh .build/debug/Modules
	@echo "made .build/docs; to read it: python3 -m http.server -d .build/docs 8000,"
	@echo "then open http://localhost:8000/documentation/kawaraban"

# What the harnesses try: BINARY=release, or BINARY=debug, which is built faster.
binary-under-test:
	@Scripts/install-packages.sh python3 strace
	@if [ "$(BINARY)" = release ]; then $(MAKE) --no-print-directory build; \
	elif [ "$(BINARY)" = debug ]; then Scripts/quietly.sh "building (debug)" swift build --product kawaraban; fi

kill: binary-under-test
	@Harness/kill.py $(KILLS) --binary $(BINARY) --phases

moves: binary-under-test
	@Harness/moves.py 200 --binary $(BINARY)

letters: binary-under-test
	@Harness/letters.py $(KILLS) --binary $(BINARY)

mutt: binary-under-test
	@Scripts/install-packages.sh python3 mutt
	@Harness/mutt.py --binary $(BINARY)

programs: binary-under-test
	@Harness/programs.py $(KILLS) --binary $(BINARY)

lines: binary-under-test
	@Harness/lines.py $(KILLS) --binary $(BINARY)

inject: binary-under-test
	@Harness/inject.py --binary $(BINARY) --sample $(SAMPLE)

feeds: binary-under-test
	@Harness/feeds.py --binary $(BINARY) $(if $(wildcard ../shared/corpus),--corpus ../shared/corpus)

others: binary-under-test
	@Harness/others.py --binary $(BINARY)

power: binary-under-test
	@Harness/power.py $(CUTS) --binary $(BINARY)

postgresql: packages
	@Scripts/install-packages.sh postgresql
	@Scripts/quietly.sh "building (debug)" swift build --build-tests
	@KAWARABAN_STORE=PostgreSQL Scripts/run-tests.py -- swift test --skip-build --disable-xctest \
		--experimental-maximum-parallelization-width 8 --filter '^FeedEngineTests'

workers: binary-under-test
	@Scripts/install-packages.sh postgresql
	@Harness/workers.py --binary $(BINARY)

webhooks: binary-under-test
	@Harness/webhooks.py $(MESSAGES) --binary $(BINARY)

mail: binary-under-test
	@Harness/mail.py scripts --binary $(BINARY)
	@Harness/mail.py storm $(LETTERS) --kills 200 --binary $(BINARY)

browser: binary-under-test
	@Scripts/install-packages.sh chromium
	@Harness/browser.py --binary $(BINARY)

pages: packages
	@Scripts/install-packages.sh python3 chromium
	@Scripts/quietly.sh "building (debug)" swift build --product page-tree
	@Harness/pages.py --list --binary debug

picture: binary-under-test
	@Scripts/install-packages.sh chromium fonts-noto-cjk pngquant
	@Scripts/picture.sh .build/$(BINARY)/kawaraban

hostile: binary-under-test
	@Scripts/install-packages.sh valgrind
	@Harness/hostile.py $(HOSTILE_RUNS) --binary $(BINARY)
	@Scripts/quietly.sh "building (debug)" swift build --product kawaraban
	@Harness/hostile.py --valgrind --binary debug

soak: binary-under-test
	@Harness/soak.py $(RUNS) --binary $(BINARY)

cron-week: binary-under-test
	@Harness/cron_week.py --binary $(BINARY)

mistakes:
	@Scripts/install-packages.sh python3 strace
	@Harness/mistakes.py --sample $(MISTAKES)

ninety-days: packages
	@Scripts/quietly.sh "building (debug)" swift build --build-tests
	@KAWARABAN_NINETY_DAYS=1 swift test --skip-build --disable-xctest --filter NinetyDaysTests | grep -A7 '^ninety days'
	@Scripts/on-own-disk.sh Scripts/ninety-days.sh | grep -A60 '^ninety days'

year: packages
	@Scripts/quietly.sh "building the trial" $(subst --product kawaraban,--product year,$(SWIFT_RELEASE))
	@Scripts/on-own-disk.sh .build/release/year $(DAYS)

polling: packages
	@Scripts/quietly.sh "building (debug)" swift build --build-tests
	@KAWARABAN_POLLING=1 swift test --skip-build --disable-xctest --filter PollingTests | sed -n 's/^polling: //p'

habits: packages
	@Scripts/quietly.sh "building the trial" $(subst --product kawaraban,--product habits,$(SWIFT_RELEASE))
	@.build/release/habits

fuzz: packages
	@FUZZ_SECONDS=$(FUZZ_SECONDS) Scripts/fuzz.sh $(TARGETS)

valgrind:
	@Scripts/install-packages.sh valgrind binutils
	@Scripts/quietly.sh "building (debug)" swift build --product replay
	@Scripts/valgrind.sh

bench: build
	@Scripts/install-packages.sh nginx-light curl python3-minimal
	@Benchmarks/fetch.py $(RELEASE) $(FEEDS)

bench-figures: build
	@Scripts/install-packages.sh nginx-light python3-minimal valgrind
	@PKG_CONFIG_PATH=$(LAZY) Scripts/quietly.sh "building the parser alone" \
		$(subst --product kawaraban,--product parse-benchmark,$(SWIFT_RELEASE))
	@Benchmarks/figures.py $(RELEASE) .build/release/parse-benchmark

bench-digests: build
	@Scripts/install-packages.sh python3-minimal
	@Benchmarks/digests.py $(RELEASE) $(if $(BEFORE),--before $(BEFORE))

bench-workers: build
	@Scripts/install-packages.sh postgresql python3-minimal
	@Benchmarks/workers.py $(RELEASE)

bench-claims: packages
	@Scripts/install-packages.sh postgresql python3-minimal
	@Scripts/quietly.sh "building the benchmark" $(subst --product kawaraban,--product claim-benchmark,$(SWIFT_RELEASE))
	@Benchmarks/claims.py .build/release/claim-benchmark

bench-search: build
	@Scripts/install-packages.sh python3-minimal
	@Benchmarks/search.py $(RELEASE) $(if $(BEFORE),--before $(BEFORE))

install: build
	@install -D -m 0755 $(RELEASE) "$(DESTDIR)$(PREFIX)/bin/kawaraban"
	@echo "installed $(DESTDIR)$(PREFIX)/bin/kawaraban"

clean:
	@rm -rf .build .build-fuzz .build-mistakes demo-output Examples/*/.build
	@echo "removed .build, .build-fuzz, .build-mistakes and demo-output"
