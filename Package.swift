// swift-tools-version:6.3
import PackageDescription

/// Every target is held to the same compiler: warnings are errors, imports are explicit, concurrency is checked.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .unsafeFlags(["-require-explicit-sendable"]),
]

/// Pure targets are optimised in debug builds too: the oracle and the simulator run millions of steps per test run.
///
/// Without the whole module in sight, generic code is not specialised across files: half the speed. Two threads make
/// one object file for each source, as the index wants it.
let optimised = ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"]
let pure: [SwiftSetting] = strict + [.unsafeFlags(optimised, .when(configuration: .debug))]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let collections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")

let package = Package(
    name: "phlist",
    products: [
        .executable(name: "phlistd", targets: ["phlistd"]),
        .executable(name: "phlistctl", targets: ["phlistctl"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
    ],
    targets: [
        // What several layers call by the same words.
        .target(name: "PhlistVocabulary", swiftSettings: pure),

        // The pure core: bytes and values in, bytes and values out.
        .target(
            name: "PhlistModel",
            dependencies: ["PhlistVocabulary", collections, crypto],
            swiftSettings: pure
        ),
        .target(
            name: "PhlistHousehold",
            dependencies: ["PhlistModel", "PhlistVocabulary", collections, crypto],
            swiftSettings: pure
        ),
        .target(
            name: "PhlistSync",
            dependencies: ["PhlistHousehold", "PhlistModel", "PhlistVocabulary", collections, crypto],
            swiftSettings: pure
        ),
        .systemLibrary(name: "CSodium"),
        .target(name: "PhlistPairing", dependencies: ["CSodium", crypto], swiftSettings: pure),

        // The edges: one kind of input and output each.
        .systemLibrary(name: "CZlib"),
        .target(name: "CCRC32C", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
        .target(name: "PhlistLog", dependencies: ["CCRC32C", "CZlib", "PhlistModel"], swiftSettings: pure),
        .target(name: "PhlistBlobs", dependencies: ["PhlistLog", "PhlistModel"], swiftSettings: pure),
        .target(
            name: "PhlistStore",
            dependencies: ["PhlistHousehold", "PhlistLog", "PhlistModel", "PhlistSync"],
            swiftSettings: pure
        ),
        .systemLibrary(name: "CDNSSD"),
        .target(name: "CAvahiAllocator", linkerSettings: [.linkedLibrary("avahi-common")]),
        .target(name: "PhlistDiscovery", dependencies: ["CAvahiAllocator", "CDNSSD"], swiftSettings: strict),
        .target(
            name: "PhlistTransport",
            dependencies: [
                crypto, nioCore, nioPosix,
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        .target(name: "PhlistControl", dependencies: ["PhlistVocabulary"], swiftSettings: strict),
        .target(
            name: "PhlistWeb",
            dependencies: [
                "CZlib", "PhlistControl", "PhlistModel", "PhlistTransport", "PhlistVocabulary", crypto,
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            resources: [.embedInCode("Page")],
            swiftSettings: strict
        ),
        .target(name: "PhlistFormats", dependencies: ["PhlistControl", "PhlistVocabulary"], swiftSettings: pure),
        .target(
            name: "PhlistPresentation",
            dependencies: ["PhlistControl", "PhlistHousehold", "PhlistModel", "PhlistSync", "PhlistVocabulary"],
            swiftSettings: pure
        ),

        // The shell and the two programs.
        .systemLibrary(name: "CMalloc"),
        .target(
            name: "PhlistDaemon",
            dependencies: [
                "CMalloc", "PhlistBlobs", "PhlistControl", "PhlistDiscovery", "PhlistHousehold", "PhlistLog",
                "PhlistModel", "PhlistPairing", "PhlistPresentation", "PhlistStore", "PhlistSync", "PhlistTransport",
                "PhlistVocabulary", "PhlistWeb", crypto, logging, nioCore, nioPosix,
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "phlistd",
            dependencies: ["PhlistControl", "PhlistDaemon", argumentParser],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "phlistctl",
            dependencies: [
                "PhlistBlobs", "PhlistControl", "PhlistFormats", "PhlistHousehold", "PhlistLog", "PhlistModel",
                "PhlistSync", "PhlistVocabulary", argumentParser,
            ],
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(["-static-executable", "-use-ld=lld"], .when(configuration: .release))]
        ),

        // The means of proof.
        .target(
            name: "PhlistTestKit",
            dependencies: ["PhlistLog", "PhlistModel", "PhlistVocabulary"],
            swiftSettings: pure
        ),
        .target(name: "PhlistWitness", dependencies: ["PhlistModel"], swiftSettings: pure),
        .target(
            name: "PhlistSimulator",
            dependencies: [
                "PhlistHousehold", "PhlistLog", "PhlistModel", "PhlistStore", "PhlistSync", "PhlistTestKit",
                "PhlistVocabulary", "PhlistWitness", heap,
            ],
            swiftSettings: pure
        ),
        .executableTarget(
            name: "phlist-sim",
            dependencies: ["PhlistSimulator", argumentParser],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "phlist-load",
            dependencies: ["PhlistControl", "PhlistVocabulary", argumentParser],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "phlist-bench",
            dependencies: [
                "CCRC32C", "CMalloc", "PhlistControl", "PhlistHousehold", "PhlistLog", "PhlistModel",
                "PhlistPresentation", "PhlistStore", "PhlistSync", "PhlistTestKit", "PhlistVocabulary", argumentParser,
                crypto,
            ],
            swiftSettings: strict
        ),

        .testTarget(
            name: "PhlistVocabularyTests",
            dependencies: ["PhlistTestKit", "PhlistVocabulary"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistModelTests",
            dependencies: ["PhlistModel", "PhlistTestKit", "PhlistVocabulary"],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistSyncTests",
            dependencies: [
                "PhlistHousehold", "PhlistModel", "PhlistSimulator", "PhlistSync", "PhlistTestKit", "PhlistVocabulary",
            ],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistPairingTests",
            dependencies: ["PhlistPairing", "PhlistTestKit", crypto],
            resources: [.copy("Vectors")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistLogTests",
            dependencies: ["CCRC32C", "PhlistLog", "PhlistModel", "PhlistTestKit"],
            exclude: ["Golden"],
            swiftSettings: pure
        ),
        .testTarget(
            name: "PhlistBlobsTests",
            dependencies: ["PhlistBlobs", "PhlistLog", "PhlistModel", "PhlistTestKit"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistDiscoveryTests",
            dependencies: ["PhlistDiscovery", "PhlistTestKit"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistTransportTests",
            dependencies: [
                "PhlistTestKit", "PhlistTransport", crypto, nioCore, nioPosix,
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistControlTests",
            dependencies: ["PhlistControl", "PhlistTestKit", "PhlistVocabulary"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistFormatsTests",
            dependencies: ["PhlistControl", "PhlistFormats", "PhlistTestKit", "PhlistVocabulary"],
            exclude: ["Corpus", "Files"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistPresentationTests",
            dependencies: [
                "PhlistControl", "PhlistHousehold", "PhlistModel", "PhlistPresentation", "PhlistSync", "PhlistTestKit",
                "PhlistVocabulary",
            ],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistWebTests",
            dependencies: [
                "PhlistControl", "PhlistTestKit", "PhlistTransport", "PhlistWeb", crypto,
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistDaemonTests",
            dependencies: [
                "PhlistControl", "PhlistDaemon", "PhlistHousehold", "PhlistModel", "PhlistPairing",
                "PhlistPresentation", "PhlistStore", "PhlistSync", "PhlistTestKit", "PhlistTransport",
                "PhlistVocabulary", logging, nioCore,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PhlistCtlTests",
            dependencies: ["PhlistControl", "PhlistTestKit", "PhlistVocabulary", "phlistctl"],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "PhlistHousehold", "PhlistLog", "PhlistModel", "PhlistSimulator", "PhlistSync", "PhlistTestKit",
                "PhlistVocabulary",
            ],
            exclude: ["Scripts"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "PhlistControl", "PhlistDaemon", "PhlistDiscovery", "PhlistHousehold", "PhlistModel", "PhlistPairing",
                "PhlistSync", "PhlistTestKit",
            ],
            exclude: ["Corpus", "Fuzzer", "api.sh", "web.py", "web.sh", "fuzz.sh"],
            swiftSettings: pure
        ),
        .testTarget(
            name: "AcceptanceTests",
            dependencies: [
                "PhlistControl", "PhlistHousehold", "PhlistModel", "PhlistSync", "PhlistTestKit", "PhlistTransport",
                "PhlistVocabulary", "phlistctl", "phlistd",
            ],
            exclude: ["Stores"],
            swiftSettings: strict
        ),
        .testTarget(name: "TidyTests", swiftSettings: pure),
    ]
)
