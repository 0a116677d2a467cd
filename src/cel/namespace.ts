import type { Environment } from '@marcbachmann/cel-js'
import { createClass } from './struct.js'

/** Adds a namespace for functions, as a constant that they are called on. */
export function registerNamespace(env: Environment, name: string): void {
  const Namespace = createClass()
  env.registerType(name, { ctor: Namespace, fields: {} })
  env.registerConstant(name, name, new Namespace({}))
}
