import { onceLoaded } from '../../base/turns/late-library.js'
import type { RestContext } from '../../rest/context.js'
import { type Documents, join, readInput } from '../../base/input/documents.js'
import type { Input, Unread } from '../../base/input/input.js'
import { readDefinitions } from './load.js'
import type { WebhookPlace } from '../../model/registry/webhook-place.js'
import { withWebhooks } from './webhook-manifests.js'

/** Loads what a cluster is created with. */
export type Intake = {
  /**
   * Loads documents and registers scripts: synchronously or, if they have rules, once the library for rules is loaded.
   *
   * @throws LoadError
   */
  readonly take: (given: Unread | undefined, ways: IntakeWays) => void
  /** Resolves once everything is loaded; rejects with a LoadError. Undefined if there is nothing to wait for. */
  readonly opening: () => Promise<void> | undefined
  /** Returns what is not loaded yet, as part of a snapshot. */
  readonly unread: () => { readonly unread?: Unread }
}

/** The functions that load each input. */
type IntakeWays = {
  readonly load: (documents: Documents) => void
  readonly makeNodes: (count: number) => void
  readonly readScript: (input: Input) => void
  /** Called each time something has been loaded. */
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
        // A restored state may have replaced it.
        if (!left || unread !== left) return
        const { documents, nodes, scripts } = left
        if (documents) load(documents)
        // After the fixtures, which may move the clock.
        if (nodes) makeNodes(nodes)
        // Remembers what is done, so that it is not repeated if the scripts must wait for a library.
        unread = left = scripts === undefined ? undefined : { scripts }
        if (scripts !== undefined) readScript(scripts)
        unread = left = opening = undefined
        taken()
      })
      if (!(result instanceof Promise)) return
      opening = result
      // The failure is reported by `opening`, to the next user of the cluster.
      result.catch(() => undefined)
    },
    opening: () => opening,
    unread: () => (unread ? { unread } : {}),
  }
}

type Inputs = { readonly [name in 'crds' | 'fixtures' | 'scripts']?: Input | undefined } & {
  readonly nodes?: number
  readonly webhooks?: (WebhookPlace & { readonly manifests?: Input }) | undefined
}

/** Reads what a cluster is to be created with; undefined if there is nothing. */
export function readInputs(context: RestContext, inputs: Inputs): Unread | undefined {
  const { crds, fixtures, nodes = 0, scripts, webhooks } = inputs
  const read = [
    ...(crds === undefined ? [] : [readDefinitions(context, crds)]),
    ...(fixtures === undefined ? [] : [readInput(fixtures, 'fixtures')]),
  ]
  const found = webhooks?.manifests
    ? [withWebhooks(context, join(read), readInput(webhooks.manifests, 'webhooks'), webhooks)]
    : read
  if (found.length === 0 && nodes === 0 && scripts === undefined) return undefined
  return {
    ...(found.length === 0 ? {} : { documents: join(found) }),
    ...(nodes === 0 ? {} : { nodes }),
    ...(scripts === undefined ? {} : { scripts }),
  }
}
