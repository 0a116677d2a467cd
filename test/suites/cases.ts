import type { KindDef } from '../../src/model/registry/kind-def.js'
import type { Trial } from './trial.js'

/** One case, run for every kind it applies to. */
export type Case = {
  readonly name: string
  /** Tells which kinds it applies to; defaults to all. */
  readonly applies?: (def: KindDef) => boolean
  readonly run: (trial: Trial) => Promise<void>
}

/** Tells whether objects of a kind can be created. */
export const writable = ({ discovery }: KindDef): boolean => discovery.verbs.includes('create')
