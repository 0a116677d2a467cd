import { readApi } from './api.js'
import { goClient } from './go.js'
import { pythonClient } from './python.js'

/** Returns the generated files of clients/, by their paths in it. */
export function clientFiles(): ReadonlyMap<string, string> {
  const api = readApi()
  return new Map([
    ['go/control_generated.go', goClient(api)],
    ['python/fakecluster/control.py', pythonClient(api)],
  ])
}
