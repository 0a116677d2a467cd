import type { Container, PodSpec, Probe, Toleration } from './pod-types.js'

/** Fills what a pod's spec, or that of a template, leaves open. */
export function fillPodSpec(spec: PodSpec = {}): PodSpec {
  const { containers, initContainers, volumes, serviceAccountName, serviceAccount } = spec
  const account = serviceAccountName || serviceAccount
  return {
    ...spec,
    ...(volumes ? { volumes: volumes.map(fillVolume) } : {}),
    ...(initContainers ? { initContainers: initContainers.map(fillContainer) } : {}),
    ...(containers ? { containers: containers.map(fillContainer) } : {}),
    restartPolicy: spec.restartPolicy || 'Always',
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
    dnsPolicy: spec.dnsPolicy || 'ClusterFirst',
    ...(account ? { serviceAccountName: account, serviceAccount: account } : {}),
    securityContext: spec.securityContext ?? {},
    schedulerName: spec.schedulerName || 'default-scheduler',
  }
}

function fillContainer(container: Container): Container {
  const { image = '', env, livenessProbe, readinessProbe, startupProbe, resources } = container
  return {
    ...container,
    ...(env ? { env: env.map(fillVariable) } : {}),
    ...(resources?.limits ? { resources: { ...resources, requests: { ...resources.limits, ...resources.requests } } } : {}),
    ...(livenessProbe ? { livenessProbe: fillProbe(livenessProbe) } : {}),
    ...(readinessProbe ? { readinessProbe: fillProbe(readinessProbe) } : {}),
    ...(startupProbe ? { startupProbe: fillProbe(startupProbe) } : {}),
    terminationMessagePath: container.terminationMessagePath || '/dev/termination-log',
    terminationMessagePolicy: container.terminationMessagePolicy || 'File',
    imagePullPolicy: container.imagePullPolicy || (tagOf(image) === 'latest' ? 'Always' : 'IfNotPresent'),
  }
}

/** The tag an image is asked for by; none where a digest says which. */
function tagOf(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1)
  if (name.includes('@')) return ''
  return name.includes(':') ? name.slice(name.indexOf(':') + 1) : 'latest'
}

function fillVariable(variable: NonNullable<Container['env']>[number]): NonNullable<Container['env']>[number] {
  const field = variable.valueFrom?.fieldRef
  return field ? { ...variable, valueFrom: { ...variable.valueFrom, fieldRef: { ...field, apiVersion: field.apiVersion || 'v1' } } } : variable
}

function fillProbe(probe: Probe): Probe {
  const { httpGet } = probe
  return {
    ...probe,
    ...(httpGet ? { httpGet: { ...httpGet, path: httpGet.path || '/', scheme: httpGet.scheme || 'HTTP' } } : {}),
    timeoutSeconds: probe.timeoutSeconds || 1,
    periodSeconds: probe.periodSeconds || 10,
    successThreshold: probe.successThreshold || 1,
    failureThreshold: probe.failureThreshold || 3,
  }
}

const MODE = 0o644
const SOURCES_WITH_MODE = ['secret', 'configMap', 'downwardAPI', 'projected']

function fillVolume(volume: { readonly [source: string]: unknown }): { readonly [source: string]: unknown } {
  const named = SOURCES_WITH_MODE.find((source) => volume[source])
  if (named) return { ...volume, [named]: { defaultMode: MODE, ...(volume[named] as object) } } // the schema has it so
  if (volume['hostPath']) return { ...volume, hostPath: { type: '', ...(volume['hostPath'] as object) } }
  return Object.keys(volume).length === 1 ? { ...volume, emptyDir: {} } : volume
}

const PATIENCE: readonly Toleration[] = ['not-ready', 'unreachable'].map((state) => ({
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}))

/** What admission adds to a new pod: a priority, and patience with nodes that are away. */
export function admitPodSpec(spec: PodSpec): PodSpec {
  const { tolerations = [] } = spec
  const missing = PATIENCE.filter(({ key }) => !tolerations.some((each) => each.key === key || (!each.key && each.operator === 'Exists')))
  return {
    ...spec,
    tolerations: [...tolerations, ...missing],
    priority: spec.priority ?? 0,
    preemptionPolicy: spec.preemptionPolicy ?? 'PreemptLowerPriority',
  }
}

const COMPUTE = ['cpu', 'memory']

/** How a pod is treated where resources run short. */
export function qosClassOf({ containers, initContainers = [] }: PodSpec): string {
  const all = [...initContainers, ...(containers ?? [])].map(({ resources = {} }) => resources)
  if (all.every(({ limits = {}, requests = {} }) => COMPUTE.every((name) => !limits[name] && !requests[name]))) return 'BestEffort'
  const guaranteed = all.every(({ limits = {}, requests = {} }) => COMPUTE.every((name) => limits[name] && (requests[name] ?? limits[name]) === limits[name]))
  return guaranteed ? 'Guaranteed' : 'Burstable'
}
