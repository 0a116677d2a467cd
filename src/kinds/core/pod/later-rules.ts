import type { Issue } from '../../../base/errors/issue.js'
import type { MemberRule, Rule } from '../../struct/member-rules.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import * as rules from './later-field-rules.js'
import type { PodSpec } from './pod-types.js'

// Rules of fields that came after v1.33. They are there from the start: a write that waits for code begins again, and
// draws other random names.

/** Validates the resources of a pod as a whole. */
export const podLevelResources: Rule = (value, ...given) =>
  value === undefined ? [] : rules.podLevelResources(value, ...given)

/** Sets the defaults of the resources of a pod as a whole. */
export const withPodLevelDefaults = (spec: PodSpec): PodSpec =>
  spec.resources ? rules.withPodLevelDefaults(spec) : spec

/** Validates a projected trust bundle. */
export const trustBundle: MemberRule = (...given) => rules.trustBundle(...given)

/** Validates a projected certificate. */
export const certificate: MemberRule = (...given) => rules.certificate(...given)

/** Validates the restart policy of a container and its rules, of which it has one. */
export const restartIssues: MemberRule = (...given) => rules.restartIssues(...given)

/** Validates the name that a pod has as a host. */
export const ownHostname: MemberRule = (value, ...given) =>
  value === undefined ? [] : rules.ownHostname(value, ...given)

const hasFiles = ({ initContainers = [], containers, ephemeralContainers = [] }: PodSpec): boolean =>
  [initContainers, containers ?? [], ephemeralContainers].some((list) =>
    list.some(({ env }) => env?.some(({ valueFrom }) => valueFrom?.fileKeyRef)),
  )

/** Validates that files of environment variables are in volumes of the type emptyDir. */
export const envFileIssues = (spec: PodSpec, field: string): Iterable<Issue> =>
  hasFiles(spec) ? rules.envFileIssues(spec, field) : []

/** Drops the fields of feature gates that are off which are dropped with more than themselves. */
export const withoutRareFields = (spec: PodSpec, gates: FeatureGates, old?: PodSpec): PodSpec =>
  rules.withoutRareFields(spec, gates, old)
