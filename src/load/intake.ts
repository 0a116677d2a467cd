import { onceLoaded } from '../base/late-library.js'
import type { RestContext } from '../rest/context.js'
import { type Documents, join, readInput } from '../source/documents.js'
import type { Input } from '../source/input.js'
import type { Unread } from '../source/unread.js'
import { readDefinitions } from './load.js'

/** What a cluster is made with, on its way in. */
export type Intake = {
  /**
   * Loads documents and puts scripts in force: now, or, where there are rules, when what reads rules has been loaded.
   *
   * @throws LoadError
   */
  readonly take: (given: Unread | undefined, ways: IntakeWays) => void
  /** Resolves once everything is taken in; rejects with a LoadError. Undefined where there is nothing to wait for. */
  readonly opening: () => Promise<void> | undefined
  /** What is not taken in yet, as part of a snapshot. */
  readonly unread: () => { readonly unread?: Unread }
}

/** Where it goes. */
type IntakeWays = {
  readonly load: (documents: Documents) => void
  readonly makeNodes: (count: number) => void
  readonly readScript: (input: Input) => void
  /** Called each time after something was taken in. */
  readonly taken: () => void
}

/** Makes the intake of a cluster. */
export function createIntake(): Intake {
  let unread: Unread | undefined
  let opening: Promise<void> | undefined
  return {
    take(given, { load, makeNodes, readScript, taken }) {
      let left = given
      unread = left
      opening = undefined
      const result = onceLoaded(() => {
        // Another state may have taken its place.
        if (!left || unread !== left) return
        const { documents, nodes, scripts } = left
        if (documents) load(documents)
        // After the fixtures, which may move the clock.
        if (nodes) makeNodes(nodes)
        // What is done is not done again where the scripts have to wait.
        unread = left = scripts === undefined ? undefined : { scripts }
        if (scripts !== undefined) readScript(scripts)
        unread = left = opening = undefined
        taken()
      })
      if (!(result instanceof Promise)) return
      opening = result
      // Whoever asks the cluster for something is told.
      result.catch(() => undefined)
    },
    opening: () => opening,
    unread: () => (unread ? { unread } : {}),
  }
}

type Inputs = { readonly [name in 'crds' | 'fixtures' | 'scripts']?: Input | undefined } & { readonly nodes?: number }

/** Reads what a cluster is to be made with; undefined where that is nothing. */
export function readInputs(context: RestContext, { crds, fixtures, nodes = 0, scripts }: Inputs): Unread | undefined {
  const found = [
    ...(crds === undefined ? [] : [readDefinitions(context, crds)]),
    ...(fixtures === undefined ? [] : [readInput(fixtures, 'fixtures')]),
  ]
  if (found.length === 0 && nodes === 0 && scripts === undefined) return undefined
  return {
    ...(found.length === 0 ? {} : { documents: join(found) }),
    ...(nodes === 0 ? {} : { nodes }),
    ...(scripts === undefined ? {} : { scripts }),
  }
}
