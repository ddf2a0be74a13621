#!/usr/bin/env bash
# fuzz.sh [TARGET…]: runs each fuzz target for FUZZ_SECONDS seconds, one after the other. It starts from the kept corpus
# and from the folder FUZZ_SEEDS/TARGET, if there is one. Findings are in .build-fuzz/found; other inputs are not kept.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${FUZZ_SECONDS:-60}
build=.build-fuzz
# Of two `--sanitize` the compiler heeds one, so both are named once; with its sections collected as garbage, coverage is lost.
KAWARABAN_FUZZING=any Scripts/quietly.sh "building with libFuzzer and AddressSanitizer" \
    swift build -c release --sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address --disable-dead-strip --product fuzz \
    --scratch-path $build

# After a crash the runtime's backtracer would wait for ever; libxml2 and Swift keep what leaks would be.
# What was freed is kept aside to find late uses: little of it, or memory seems to run out.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=32

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t targets < <(ls Fuzzing/Corpus)
fi
failed=0
for target in "${targets[@]}"; do
    grown=$build/corpus/$target
    found=$build/found/$target
    mkdir -p "$grown" "$found"
    arguments=("$grown" "Fuzzing/Corpus/$target")
    [ -d "${FUZZ_SEEDS:-}/$target" ] && arguments+=("$FUZZ_SEEDS/$target")
    [ -f "Fuzzing/Dictionaries/$target.dict" ] && arguments+=("-dict=Fuzzing/Dictionaries/$target.dict")
    log=$build/$target.log
    # Short inputs find more a second; what only length breaks is tested by generated documents.
    if KAWARABAN_FUZZING=$target nice -n 10 $build/release/fuzz -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=512 -max_len=16384 -artifact_prefix="$found/" -print_final_stats=1 "${arguments[@]}" \
        >"$log" 2>&1; then
        executions=$(awk '/stat::number_of_executed_units/ { print $2 }' "$log")
        rate=$(awk '/stat::average_exec_per_sec/ { print $2 }' "$log")
        covered=$(awk '$2 == "DONE" && $3 == "cov:" { print $4 }' "$log")
        if [ -z "$covered" ]; then
            echo "$target: no coverage was measured, see $log" >&2
            failed=1
        fi
        echo "$target: $executions executions, $rate a second, ${covered:-0} places covered, nothing found"
    else
        echo "$target: found something, see $log" >&2
        grep -E 'Fatal error|ERROR:|written to' "$log" | cut -c 1-300 >&2 || true
        failed=1
    fi
done
exit $failed
