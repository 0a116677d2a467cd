import type { Texts } from '../../shared/texts.js'
import { fillPodSpecStruct } from './pod-struct-defaults.js'
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
  spec: fillPodSpecStruct(template.spec ?? {}),
})

/**
 * A template without what gates keep closed by default, save for what the stored one has (DropDisabledTemplateFields).
 */
export const openTemplate = (template: PodTemplateSpec, old?: PodTemplateSpec): PodTemplateSpec =>
  template.spec ? { ...template, spec: withoutGated(template.spec, old?.spec) } : template

type Workload = { readonly spec?: { readonly template?: PodTemplateSpec } }

/** A workload whose template is as {@link openTemplate} leaves it. */
export const withOpenTemplate = <T extends Workload>(object: T, old?: T): T =>
  object.spec?.template
    ? { ...object, spec: { ...object.spec, template: openTemplate(object.spec.template, old?.spec?.template) } }
    : object

/** Advice about a template that stands at `field` (GetWarningsForPodTemplate). */
export const adviceOfTemplate = (template: PodTemplateSpec | undefined, field: string): readonly string[] =>
  template ? adviceOfPod(template.spec, template.metadata?.annotations, `${field}.`) : []

/** Advice about the template of a workload, where an update has changed what it asks for. */
export const adviceOfChange = <T extends Workload & { readonly metadata: { readonly generation?: number } }>(
  next: T,
  old: T,
): readonly string[] =>
  next.metadata.generation === old.metadata.generation ? [] : adviceOfTemplate(next.spec?.template, 'spec.template')

/** A template for the examples of kinds that have one. */
export const exampleTemplate = (app: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: app, image: `example.io/${app}:1` }] },
})

/** The containers of a template. */
export const containersOf = (template: PodTemplateSpec | undefined): readonly Container[] =>
  template?.spec?.containers ?? []
