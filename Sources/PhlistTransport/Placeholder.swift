import Crypto
import NIOCore
import NIOPosix
import NIOSSL
import SwiftASN1
import X509
