import Glibc
import OrdinaryYear

// year FOLDER [DAYS] [--own-disk] [--faultless]: forty sources, three pipelines, a run every quarter of an hour.
// YEAR_SEED chooses other articles and faults. With --own-disk, FOLDER is a small file system of its own, which is full
// on some evenings. Ends with 1 if an entry was lost, missed or delivered twice, or if a fault or its end was not
// reported exactly once.

let arguments = Array(CommandLine.arguments.dropFirst())
guard let folder = arguments.first, !folder.hasPrefix("-") else {
    print("usage: year FOLDER [DAYS] [--own-disk] [--faultless]")
    exit(64)
}
let days = arguments.dropFirst().lazy.compactMap { Int($0) }.first ?? 365
let seed = getenv("YEAR_SEED").flatMap { UInt64(String(cString: $0)) } ?? 2026
let year = OrdinaryYear(
    days: days, seed: seed, in: folder, isOwnDisk: arguments.contains("--own-disk"),
    isFaultless: arguments.contains("--faultless"))
let verdict = try await year.run { line in
    print(line)
    // A month takes minutes, so each one is printed when it is over.
    fflush(nil)
}
print(verdict.text, terminator: "")
exit(verdict.isGood ? 0 : 1)
