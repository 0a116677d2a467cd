import { KEPT_EMPTY_OF_PODS } from './pod/pod-types.js'
import { nameColumn } from '../../model/registry/columns.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import type { KubeObject } from '../../schema/object.js'
import { labelsText } from '../autoscaling/selector.js'
import { defineStructKind, objectReplies } from '../struct/struct-kind.js'
import {
  type PodTemplateSpec,
  warningsOfTemplate,
  exampleTemplate,
  fillTemplate,
  dropDisabledTemplateFields,
} from './pod/pod-template.js'
import { templateColumns } from './pod/template-columns.js'
import { validateTemplate } from './pod/template-rules.js'

type PodTemplate = KubeObject & { readonly template?: PodTemplateSpec }

/** PodTemplate: a stored template for pods. */
export const podTemplate = defineStructKind<PodTemplate>(
  'core.v1.PodTemplate',
  () => ({
    group: '',
    scope: 'Namespaced',
    names: { kind: 'PodTemplate', plural: 'podtemplates' },
    schema: { defaults: (object) => ({ ...object, template: fillTemplate(object.template) }) },
    metadata: { generation: ['template'] },
    create: {
      prepare: (object, { featureGates }) => ({
        ...object,
        template: dropDisabledTemplateFields(object.template ?? {}, featureGates),
      }),
      validate: withObjectMeta(({ template = {} }) => validateTemplate(template, 'template')),
      warnings: ({ template }) => warningsOfTemplate(template, 'template'),
    },
    update: {
      prepare: (next, old, { featureGates }) => ({
        ...next,
        template: dropDisabledTemplateFields(next.template ?? {}, featureGates, old.template),
      }),
      validate: withObjectMetaUpdate(({ template = {} }) => validateTemplate(template, 'template')),
      warnings: (next, old) =>
        next.metadata.generation === old.metadata.generation ? [] : warningsOfTemplate(next.template, 'template'),
    },
    delete: { replies: objectReplies },
    selectable: { conversion: 'default' },
    table: {
      columns: [
        nameColumn,
        ...templateColumns<PodTemplate>(({ template }) => template, 0),
        {
          name: 'Pod Labels',
          description: 'The labels for the pod template.',
          cell: ({ template }) => labelsText(template?.metadata?.labels ?? {}).join(',') || '<none>',
        },
      ],
    },
    example: {
      metadata: { name: 'web', namespace: 'default' },
      template: exampleTemplate('web'),
    },
  }),
  KEPT_EMPTY_OF_PODS,
)
