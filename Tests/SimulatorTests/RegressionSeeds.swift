/// Seeds of `SimulationOptions(seed:)` that failed once; none is ever taken out.
enum RegressionSeeds {
    static let all: [UInt64] = [667, 784]
}
