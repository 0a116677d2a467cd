import type { Environment } from '@marcbachmann/cel-js'
import { createClass } from './struct.js'

/** Adds a word that functions are called on, as if it were a value. */
export function registerNamespace(env: Environment, name: string): void {
  const Namespace = createClass()
  env.registerType(name, { ctor: Namespace, fields: {} })
  env.registerConstant(name, name, new Namespace({}))
}
