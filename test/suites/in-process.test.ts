import { kindSuite } from './kind-suite.js'
import { inProcess } from './transport.js'

kindSuite('example', inProcess)
kindSuite('kubernetes', inProcess)
