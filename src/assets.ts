import { keepCompiledCode, optimizeLate } from './node/cli/engine.js'
import type { Program, ProgramName } from './node/cli/assets/program.js'

keepCompiledCode()
const { runEtcd, runProgram } = await import('./node/cli/assets/program.js')

/** The programs that `fakecluster assets` writes, each loaded when it does more than print its help. */
const PROGRAMS: { readonly [name in ProgramName]: () => Promise<Program> } = {
  etcd: async () => runEtcd,
  'kube-apiserver': async () => {
    const { run } = await import('./node/cli/assets/api-server.js')
    optimizeLate()
    return run
  },
}

// They pass their name, the path that they were started by, and their arguments.
const [, , name = '', ...given] = process.argv
const known = name as ProgramName // as they are written
process.exit(await runProgram(known, PROGRAMS[known], given))
