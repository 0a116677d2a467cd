import { mustHave } from '../../base/must-have.js'
import { ROOT_CERTIFICATES } from '../../controllers/core/kept-in-namespaces.js'
import type { PopulateContext } from './populate-context.js'
import { ENVIRONMENTS, TEAMS } from './words.js'

/** A namespace of a team. */
export type Home = {
  readonly namespace: string
  readonly team: string
  readonly environment: string
  /** Its creation time, in milliseconds since 1970. */
  readonly at: number
}

const DAY = 86_400_000

/** Stores the namespaces of a world, each with the objects every namespace has. */
export const makeNamespaces = (making: PopulateContext): readonly Home[] =>
  Array.from({ length: making.sizes.namespaces }, (_, i) => makeNamespace(making, homeAt(making, i)))

function homeAt({ chance, now }: PopulateContext, place: number): Home {
  const team = mustHave(TEAMS[place % TEAMS.length], 'a team')
  const round = Math.floor(place / TEAMS.length)
  const { name, suffix } = mustHave(ENVIRONMENTS[round % ENVIRONMENTS.length], 'an environment')
  const more = Math.floor(round / ENVIRONMENTS.length)
  const namespace = `${team}${suffix}${more === 0 ? '' : `-${more + 1}`}`
  return { namespace, team, environment: name, at: now - chance.whole(42 * DAY, 60 * DAY) }
}

function makeNamespace({ store }: PopulateContext, home: Home): Home {
  const { namespace, team, environment, at } = home
  store(
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        labels: {
          'app.kubernetes.io/managed-by': 'terraform',
          environment,
          'kubernetes.io/metadata.name': namespace,
          team,
        },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    },
    { by: 'terraform', at },
  )
  const by = { by: 'kube-controller-manager', at: at + 1000 }
  const metadata = { namespace }
  store({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { ...metadata, name: 'default' } }, by)
  const { data, metadata: own } = ROOT_CERTIFICATES
  store({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, ...own }, data }, by)
  return home
}
