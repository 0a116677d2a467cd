import { controllerManager, suiteProgram } from './programs.js'

/** Builds what is run before any test, one after the other: they have most of their packages in common. */
export default async function setup(): Promise<void> {
  await controllerManager()
  await suiteProgram()
}
