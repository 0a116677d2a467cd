import {
  type Issue,
  forbidden,
  immutable,
  invalid,
  notSupported,
  required,
  tooLong,
  declared,
} from '../../base/errors/issue.js'
import { domainPrefixedPath } from '../../base/rules/domain.js'
import { dns1123Label } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { withObjectMeta } from '../../model/registry/rule-context.js'
import { isDefaultIngressClass, markedName } from '../../model/registry/storage-classes.js'
import type { IngressClass as IngressClassStruct } from '../../model/generated/types/networking-v1.js'
import { validateLocalReference } from '../shared/references.js'
import { defineStructKind } from '../struct/struct-kind.js'
import { structFiller } from '../struct/struct-defaults.js'
import type { UncheckedObject } from '../struct/unchecked.js'

/** An IngressClass before validation. */
type IngressClass = UncheckedObject<IngressClassStruct>

const LONGEST = 250
const fill = structFiller({ 'networking.v1.IngressClassParametersReference': { scope: 'Cluster' } })

/** IngressClass: the controller that implements an ingress. */
export const ingressClass = defineStructKind<IngressClass>('networking.v1.IngressClass', (profile) => ({
  group: profile.group('networking'),
  scope: 'Cluster',
  names: { kind: 'IngressClass', plural: 'ingressclasses' },
  schema: { defaults: (object) => fill('networking.v1.IngressClass', object) },
  metadata: { generation: true },
  create: { validate: validateClass },
  update: {
    validate: (next, old, context) => [
      ...context.validateObjectMetaUpdate(next, old),
      ...(controllerOf(next) === controllerOf(old) ? [] : [immutable('spec.controller', controllerOf(next))]),
      ...validateClass(next, context),
    ],
  },
  table: {
    columns: [
      {
        ...nameColumn,
        // Since v1.36 it says which class is the default.
        cell: (object) => markedName(object, atLeast(profile.version, '1.36') && isDefaultIngressClass(object)),
      },
      { name: 'Controller', description: 'Controller that is responsible for handling this class', cell: controllerOf },
      { name: 'Parameters', description: 'A reference to a resource with additional parameters', cell: parametersText },
      ageColumn,
    ],
  },
  example: { metadata: { name: 'public' }, spec: { controller: 'example.com/ingress' } },
}))

function controllerOf({ spec }: IngressClass): string {
  return spec?.controller ?? ''
}

function parametersText({ spec: { parameters } = {} }: IngressClass): string {
  if (!parameters) return '<none>'
  const { apiGroup, kind = '', name = '' } = parameters
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`
}

const validateClass = withObjectMeta((object: IngressClass): readonly Issue[] => {
  const controller = controllerOf(object)
  const field = 'spec.controller'
  return [
    ...(isLonger(controller, LONGEST) ? [tooLong(field, LONGEST)] : []),
    ...(controller
      ? domainPrefixedPath(controller).map(({ part, detail }) => invalid(field, part, detail))
      : [required(field)]),
    ...(object.spec?.parameters ? validateParameters(object.spec.parameters, 'spec.parameters') : []),
  ]
})

type Parameters = NonNullable<NonNullable<IngressClass['spec']>['parameters']>

function validateParameters(parameters: Parameters, at: string): readonly Issue[] {
  const { scope = '', namespace } = parameters
  const field = `${at}.namespace`
  const issues = validateLocalReference(parameters, at).map((issue) =>
    issue.reason === 'FieldValueRequired' ? declared(issue) : issue,
  )
  if (scope !== 'Cluster' && scope !== 'Namespace')
    return [...issues, notSupported(`${at}.scope`, scope, ['Cluster', 'Namespace'])]
  if (scope === 'Cluster')
    return namespace === undefined ? issues : [...issues, forbidden(field, "`parameters.scope` is set to 'Cluster'")]
  return namespace === undefined
    ? [...issues, required(field, "`parameters.scope` is set to 'Namespace'")]
    : [...issues, ...dns1123Label(namespace).map((detail) => invalid(field, namespace, detail))]
}
