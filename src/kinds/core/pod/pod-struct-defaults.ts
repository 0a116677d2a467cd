import type { JsonObject } from '../../../base/json/json.js'
import { KEPT_EMPTY_OF_PODS } from './pod-types.js'
import { type StructDefaults, structFiller } from '../../struct/struct-defaults.js'

const MODE = { defaultMode: 0o644 }
const CONTAINER: StructDefaults[string] = {
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: ({ image }: JsonObject) => pullPolicyOf(image),
}

const pullPolicyOf = (image: unknown) => (tagOf(String(image ?? '')) === 'latest' ? 'Always' : 'IfNotPresent')

/** The defaults of volumes of pods and of PersistentVolumes (pkg/apis/core/v1/defaults.go). */
export const VOLUME_DEFAULTS: StructDefaults = { 'core.v1.HostPathVolumeSource': { type: '' } }

/** Sets the defaults of the spec of a pod or a template (pkg/apis/core/v1/defaults.go). */
export const fillPodStruct = structFiller(
  {
    ...VOLUME_DEFAULTS,
    'core.v1.ConfigMapVolumeSource': MODE,
    'core.v1.Container': CONTAINER,
    'core.v1.DownwardAPIVolumeSource': MODE,
    'core.v1.EphemeralContainer': CONTAINER,
    'core.v1.GRPCAction': { service: '' },
    'core.v1.HTTPGetAction': { path: '/', scheme: 'HTTP' },
    'core.v1.ImageVolumeSource': { pullPolicy: ({ reference }: JsonObject) => pullPolicyOf(reference) },
    'core.v1.ObjectFieldSelector': { apiVersion: 'v1' },
    'core.v1.PersistentVolumeClaimSpec': { volumeMode: 'Filesystem' },
    'core.v1.PodSpec': {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      serviceAccountName: ({ serviceAccount }: JsonObject) => serviceAccount,
      serviceAccount: ({ serviceAccountName }: JsonObject) => serviceAccountName,
      securityContext: {},
      schedulerName: 'default-scheduler',
    },
    'core.v1.Probe': { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
    'core.v1.ProjectedVolumeSource': MODE,
    'core.v1.SecretVolumeSource': MODE,
    'core.v1.ServiceAccountTokenProjection': { expirationSeconds: 3600 },
    'core.v1.Volume': { emptyDir: (volume: JsonObject) => (Object.keys(volume).length === 1 ? {} : undefined) },
  },
  KEPT_EMPTY_OF_PODS,
)

type Accounted = { readonly serviceAccountName?: string; readonly serviceAccount?: string }

/**
 * Sets the defaults of a spec. If both names of the service account are set, serviceAccountName wins
 * (Convert_v1_PodSpec_To_core_PodSpec).
 */
export function fillPodSpecStruct<T extends Accounted>(spec: T): T {
  const filled = fillPodStruct('core.v1.PodSpec', spec)
  const { serviceAccountName, serviceAccount } = filled
  return serviceAccountName && serviceAccount !== serviceAccountName
    ? { ...filled, serviceAccount: serviceAccountName }
    : filled
}

// The syntax of image references (github.com/distribution/reference). A first component with capitals, a dot or a port
// is a host; 64 hexadecimal digits are no name, but an identifier.
const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const HOST = '(?:(?=[^/]*[.:A-Z])[a-zA-Z0-9][a-zA-Z0-9.-]*(?::[0-9]+)?|localhost)'
const IMAGE = new RegExp(
  `^(?![0-9a-f]{64}$)((?:${HOST}/)?${PART}(?:/${PART})*)(?::([\\w][\\w.-]{0,127}))?(@[a-zA-Z0-9+._-]+:[0-9a-fA-F]{32,})?$`,
)

const HOSTED = new RegExp(`^${HOST}/`)
const LONGEST_NAME = 255

/** Returns the tag of an image (default `latest`); empty if it has a digest instead, or is malformed. */
function tagOf(image: string): string {
  const found = IMAGE.exec(image)
  if (!found) return ''
  const [, name = '', tag, digest] = found
  // Without a registry it is Docker Hub's, where images without a folder are in `library`.
  const placed = HOSTED.test(name) ? name : `docker.io/${name.includes('/') ? '' : 'library/'}${name}`
  if (placed.length > LONGEST_NAME) return ''
  return tag ?? (digest ? '' : 'latest')
}
