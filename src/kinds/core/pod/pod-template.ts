import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { Texts } from '../../../schema/object.js'
import { fillPodSpecStruct } from './pod-struct-defaults.js'
import { withoutGated } from './pod-gates.js'
import type { Container, PodSpec } from './pod-types.js'
import { warningsOfPod } from './pod-warnings.js'

/** The fields of a workload's pod template that the rules read. */
export type PodTemplateSpec = {
  readonly metadata?: { readonly labels?: Texts; readonly annotations?: Texts; readonly generateName?: string }
  readonly spec?: PodSpec
}

/** Sets the defaults of a template, which are fewer than those of a pod. */
export const fillTemplate = (template: PodTemplateSpec = {}): PodTemplateSpec => ({
  ...template,
  spec: fillPodSpecStruct(template.spec ?? {}),
})

/**
 * Drops the fields of feature gates that are off by default, unless the stored template uses them
 * (DropDisabledTemplateFields).
 */
export const dropDisabledTemplateFields = (
  template: PodTemplateSpec,
  gates: FeatureGates,
  old?: PodTemplateSpec,
): PodTemplateSpec => (template.spec ? { ...template, spec: withoutGated(template.spec, gates, old?.spec) } : template)

type Workload = { readonly spec?: { readonly template?: PodTemplateSpec } }

/** Applies {@link dropDisabledTemplateFields} to the template of a workload. */
export const dropDisabledWorkloadFields = <T extends Workload>(object: T, gates: FeatureGates, old?: T): T =>
  object.spec?.template
    ? {
        ...object,
        spec: {
          ...object.spec,
          template: dropDisabledTemplateFields(object.spec.template, gates, old?.spec?.template),
        },
      }
    : object

/** Returns the warnings for the template at `field` (GetWarningsForPodTemplate). */
export const warningsOfTemplate = (template: PodTemplateSpec | undefined, field: string): readonly string[] =>
  template ? warningsOfPod(template.spec, template.metadata?.annotations, `${field}.`) : []

/** Returns the warnings for a workload's template if an update has changed the generation. */
export const warningsOfChange = <T extends Workload & { readonly metadata: { readonly generation?: number } }>(
  next: T,
  old: T,
): readonly string[] =>
  next.metadata.generation === old.metadata.generation ? [] : warningsOfTemplate(next.spec?.template, 'spec.template')

/** A pod template for the examples of workload kinds. */
export const exampleTemplate = (app: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: app, image: `example.io/${app}:1` }] },
})

/** Returns the containers of a template. */
export const containersOf = (template: PodTemplateSpec | undefined): readonly Container[] =>
  template?.spec?.containers ?? []
