import type { Texts } from '../../shared/texts.js'
import { fillPodStruct } from './pod-struct-defaults.js'
import { withoutGated } from './pod-gates.js'
import type { Container, PodSpec } from './pod-types.js'
import { adviceOfPod } from './pod-warnings.js'

/** What the rules read of the template of a workload's pods. */
export type PodTemplateSpec = {
  readonly metadata?: { readonly labels?: Texts; readonly annotations?: Texts; readonly generateName?: string }
  readonly spec?: PodSpec
}

/** Fills what a template leaves open, which is less than what a pod does. */
export const fillTemplate = (template: PodTemplateSpec = {}): PodTemplateSpec => ({
  ...template,
  spec: fillPodStruct('core.v1.PodSpec', template.spec ?? {}),
})

/** A template without what gates keep closed by default, save for what the stored one has (DropDisabledTemplateFields). */
export const openTemplate = (template: PodTemplateSpec, old?: PodTemplateSpec): PodTemplateSpec =>
  template.spec ? { ...template, spec: withoutGated(template.spec, old?.spec) } : template

/** Advice about a template that stands at `field` (GetWarningsForPodTemplate). */
export const adviceOfTemplate = (template: PodTemplateSpec | undefined, field: string): readonly string[] =>
  template ? adviceOfPod(template.spec, template.metadata?.annotations, `${field}.`) : []

/** The containers of a template. */
export const containersOf = (template: PodTemplateSpec | undefined): readonly Container[] =>
  template?.spec?.containers ?? []
