import { noWebhooks } from '../../../src/model/registry/webhook.js'
import { createAccountTokens, createSigningKeys } from '../../../src/server/accounts/account-tokens.js'
import { createAdmission } from '../../../src/server/admission/chain.js'
import { builtInPlugins } from '../../../src/server/admission/plugins.js'
import { createContainerScripts } from '../../../src/rest/containers/container-scripts.js'
import { createEnv } from '../../../src/base/time/env.js'
import { noPhases } from '../../../src/server/hooks/phases.js'
import { featureGatesOf } from '../../../src/model/registry/feature-gates.js'
import type { Profile } from '../../../src/model/registry/profile.js'
import { profiles } from '../../profiles.js'
import { createRegistry } from '../../../src/model/registry/registry.js'
import { specifiedKinds } from '../../suites/specified-kinds.js'
import { seedObjects } from '../../../src/kinds/bootstrap/tables.js'
import { load } from '../../../src/cluster/load/load.js'
import type { RestContext } from '../../../src/rest/context.js'
import { createWatches } from '../../../src/rest/watch/watches.js'
import { alwaysAllow } from '../../../src/model/registry/authorizer.js'
import type { KubeObject } from '../../../src/schema/object.js'
import type { State } from '../../../src/store/transaction.js'
import { createStore } from '../../../src/store/store.js'

/** Makes the context of load and dump: that of a new cluster, or of one with the given state. */
export async function createContext(
  profile: Profile['name'] = 'example',
  from?: State<KubeObject>,
): Promise<RestContext> {
  const names = profiles[profile]
  const env = createEnv({ seed: 7, clock: 'virtual' })
  const store = createStore<KubeObject>({ revision: from?.revision ?? 1000, ...(from ? { from } : {}) })
  const context: RestContext = {
    env,
    registry: createRegistry(
      names,
      specifiedKinds.map((kind) => kind(names)),
    ),
    featureGates: featureGatesOf('1.33'),
    admission: createAdmission(names, builtInPlugins),
    store,
    accounts: createAccountTokens({ keys: createSigningKeys('test'), get: store.get, now: env.now }),
    containers: createContainerScripts(),
    watches: createWatches(),
    lastReads: new WeakMap(),
    caughtUp: { tables: new Map(), whole: 0 },
    hooks: noPhases,
    authorize: alwaysAllow,
    annotate: () => undefined,
    callWebhook: noWebhooks,
    current: () => undefined,
  }
  if (!from) await load(context, seedObjects(names))
  return context
}

/** Returns a stored object. */
export const stored = ({ store }: RestContext, table: string, key: string): KubeObject | undefined =>
  store.state().tables.get(table)?.get(key)
