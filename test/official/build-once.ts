import { controllerManager, suiteProgram } from './programs.js'
import { specsVersion } from './specs.js'

/** Builds the programs before any test, in sequence, as they share most of their packages. */
export default async function setup(): Promise<void> {
  await controllerManager()
  await suiteProgram(specsVersion())
}
