import { type Issue, forbidden, invalid } from '../../../base/errors/issue.js'
import { createLikeSpecs } from './like-specs.js'
import { validateAnnotations } from './pod-annotations.js'
import type { Pod, PodSpec } from './pod-types.js'
import { structValidator } from '../../struct/struct-rules.js'
import { withClaimNames } from './claim-name-rules.js'
import { CONTAINERS } from './container-rules.js'
import { ENVIRONMENT } from './env-rules.js'
import { MOUNTS } from './mount-rules.js'
import { POD_SPEC, nodeNameRule } from './pod-spec-rules.js'
import { PROBES } from './probe-rules.js'
import { SCHEDULING } from './scheduling-rules.js'
import { SECURITY } from './security-rules.js'
import { VOLUMES } from './volume-rules.js'
import { WINDOWS } from './windows-rules.js'

const validateStruct = structValidator({
  ...CONTAINERS,
  ...ENVIRONMENT,
  ...MOUNTS,
  ...POD_SPEC,
  ...PROBES,
  ...SCHEDULING,
  ...SECURITY,
  ...VOLUMES,
  ...WINDOWS,
})

/** Specs known to be valid. */
const sound = createLikeSpecs()

/**
 * Validates the spec of a pod or a template (ValidatePodSpec). A spec like a valid one, except for its node, is valid,
 * too.
 */
export function validatePodSpec(spec: PodSpec = {}, field = 'spec'): readonly Issue[] {
  if (sound.has(spec)) return validateNodeName(spec, field)
  const issues = validateStruct('core.v1.PodSpec', spec, field)
  if (issues.length === 0) sound.add(spec)
  return issues
}

const validateNodeName = ({ nodeName }: PodSpec, field: string) => nodeNameRule(nodeName, `${field}.nodeName`, {})

/** Validates a pod: its spec, and what concerns pods only (validatePodMetadataAndSpec). */
export function validatePod({ metadata, spec = {} }: Pod): readonly Issue[] {
  const { volumes = [], serviceAccountName } = spec
  const tokens = volumes.flatMap(({ projected }, i) => {
    const { sources } = (projected ?? {}) as {
      readonly sources?: readonly { readonly serviceAccountToken?: object }[] | null
    } // ensured by the schema
    return (sources ?? []).flatMap(({ serviceAccountToken: token }, j) =>
      token ? [`spec.volumes[${i}].projected.sources[${j}].serviceAccountToken`] : [],
    )
  })
  return [
    ...validateAnnotations(metadata.annotations, spec, 'metadata.annotations'),
    ...withClaimNames(validatePodSpec(spec), metadata.name ?? '', volumes),
    ...(serviceAccountName
      ? []
      : tokens.map((field) => forbidden(field, 'must not be specified when serviceAccountName is not set'))),
    ...validateImages(spec, 'containers'),
    ...validateImages(spec, 'initContainers'),
  ]
}

const validateImages = (spec: PodSpec, kind: 'containers' | 'initContainers') =>
  (spec[kind] ?? []).flatMap(({ image = '' }, i) =>
    image.trim() === image
      ? []
      : [invalid(`spec.${kind}[${i}].image`, image, 'must not have leading or trailing whitespace')],
  )
