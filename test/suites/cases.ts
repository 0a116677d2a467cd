import type { KindDef } from '../../src/registry/kind-def.js'
import type { Trial } from './trial.js'

/** One controller, to be tried with every kind it applies to. */
export type Case = {
  readonly name: string
  /** Kinds it applies to; all of them when absent. */
  readonly applies?: (def: KindDef) => boolean
  readonly run: (trial: Trial) => Promise<void>
}

/** Applies to kinds that can be written. */
export const writable = ({ discovery }: KindDef): boolean => discovery.verbs.includes('create')
