import { kindSuite } from './kind-suite.js'
import { overSocket } from './transport.js'

kindSuite('example', overSocket)
