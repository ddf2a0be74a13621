import FuzzTargets
import Glibc

/// The entry point of libFuzzer (https://llvm.org/docs/LibFuzzer.html). `KAWARABAN_FUZZING` names the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let promise = target.brokenPromise(by: input) { fatalError(promise) }
    return 0
}

private let target: FuzzTarget = {
    guard let name = getenv("KAWARABAN_FUZZING"), let target = FuzzTarget(rawValue: String(cString: name)) else {
        fatalError("KAWARABAN_FUZZING must be one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
}()
