import { jsonEqual } from '../../base/json/json.js'
import type { FeatureGate, FeatureGates } from '../../model/registry/feature-gates.js'
import { type KubernetesVersion, type Lifetime, isThere } from '../../model/registry/kubernetes-version.js'
import { type Restarted, isSidecar, mayRestartAll } from './pods.js'

type Container = Restarted & {
  readonly resources?: { readonly requests?: { readonly [resource: string]: string } }
}

/** The part of a pod that decides which features it needs. */
type Pod = {
  readonly spec?: {
    readonly containers?: readonly Container[] | null
    readonly initContainers?: readonly Container[]
    readonly resources?: object
  }
  readonly status?: { readonly qosClass?: string }
}

/** A feature that kubelets declare (`status.declaredFeatures` of a Node), and which pods need it on their node. */
type DeclaredFeature = Lifetime & {
  readonly name: string
  /** The gate with which a kubelet has the feature; without one it does in every version that knows it. */
  readonly gate?: FeatureGate
  /** Tells whether a pod runs only where it is declared. */
  readonly runs?: (pod: Pod) => boolean
  /** Tells whether a pod can only be changed so where it is declared. */
  readonly changes?: (next: Pod, old: Pod) => boolean
}

/**
 * The features by name (component-helpers/nodedeclaredfeatures), but those of gates that are off in all versions and
 * cannot be set here: pods that need them are refused.
 */
const FEATURES: readonly DeclaredFeature[] = [
  // Not about pods, but about how the server connects to a kubelet.
  { name: 'ExtendWebSocketsToKubelet', since: '1.36' },
  {
    name: 'GuaranteedQoSPodCPUResize',
    since: '1.35',
    until: '1.36',
    changes: (next, old) =>
      old.status?.qosClass === 'Guaranteed' &&
      Boolean(old.spec?.containers?.some((was, i) => cpuOf(was) !== cpuOf(next.spec?.containers?.[i]))),
  },
  {
    name: 'InPlacePodLevelResourcesVerticalScaling',
    since: '1.35',
    gate: 'InPlacePodLevelResourcesVerticalScaling',
    changes: (next, old) => !jsonEqual(next.spec?.resources, old.spec?.resources),
  },
  {
    name: 'InPlacePodVerticalScalingInitContainers',
    since: '1.36',
    gate: 'InPlacePodVerticalScalingInitContainers',
    changes: (next, old) =>
      Boolean(
        old.spec?.initContainers?.some(
          (was, i) =>
            !isSidecar(was) && !jsonEqual(was.resources ?? {}, next.spec?.initContainers?.[i]?.resources ?? {}),
        ),
      ),
  },
  {
    name: 'RestartAllContainersOnContainerExits',
    since: '1.36',
    runs: ({ spec = {} }) => mayRestartAll(spec),
  },
]

const cpuOf = (container: Container | undefined) => container?.resources?.requests?.['cpu']

/** What decides on the features that are asked for and declared. */
export type FeaturesOf = { readonly version: KubernetesVersion; readonly featureGates: FeatureGates }

const namesOf = ({ version, featureGates }: FeaturesOf, isMeant: (feature: DeclaredFeature) => boolean) =>
  featureGates.NodeDeclaredFeatures
    ? FEATURES.filter((feature) => isThere(feature, version) && isMeant(feature)).map(({ name }) => name)
    : []

/** Returns the features that a kubelet declares, sorted. */
export const declaredFeatures = (of: FeaturesOf): readonly string[] =>
  namesOf(of, ({ gate }) => gate === undefined || of.featureGates[gate])

/** Returns the features that a pod needs on its node (InferForPodScheduling). */
export const featuresToRun = (pod: Pod, of: FeaturesOf): readonly string[] =>
  namesOf(of, ({ runs }) => runs?.(pod) ?? false)

/** Returns the features that a change of a pod needs on its node (InferForPodUpdate). */
export const featuresToChange = (next: Pod, old: Pod, of: FeaturesOf): readonly string[] =>
  namesOf(of, ({ changes }) => changes?.(next, old) ?? false)

/** Returns those of the features that a node does not declare. */
export const undeclaredOn = (
  node: { readonly status?: { readonly declaredFeatures?: readonly string[] } },
  features: readonly string[],
): readonly string[] => features.filter((feature) => !node.status?.declaredFeatures?.includes(feature))
