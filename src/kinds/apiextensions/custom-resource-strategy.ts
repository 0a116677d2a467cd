import { type Issue, invalid, issueText } from '../../base/errors/issue.js'
import { hasFloats, keepNote } from '../../base/json/as-given.js'
import { jsonEqual, withPath } from '../../base/json/json.js'
import { apart } from '../../base/turns/work-in-parts.js'
import { isRuled } from '../../schema/schema-trait.js'
import { validateRules } from '../../cel/library.js'
import type { KindDeclaration, TypeMismatchRule } from '../../model/registry/kind-def.js'
import {
  type CreateRule,
  type RuleContext,
  type UpdateRule,
  withObjectMeta,
  withObjectMetaUpdate,
} from '../../model/registry/rule-context.js'
import { validateListTypes } from '../../schema/list-type.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import { validateBySchema } from '../../schema/validate.js'
import type { Definition, DefinitionVersion } from './definition.js'
import { validateScale } from './definition-scale.js'
import { conditionIsTrue } from './definition-status.js'
import { goQuote } from '../../base/go/printable.js'
import { qualifiedName } from '../../base/rules/names.js'
import { validateEmbedded } from '../../schema/embedded.js'
import { pathSegment, validateMetadata } from '../../model/registry/metadata-rules.js'

type Strategy = Pick<KindDeclaration, 'create' | 'update'>

/** Returns the create and update strategy of custom resources (apiextensions-apiserver: customResourceStrategy). */
export function strategyOf(definition: Definition, { subresources }: DefinitionVersion, root: Schema): Strategy {
  const scale = (object: KubeObject, statusOnly: boolean): readonly Issue[] =>
    subresources?.scale ? validateScale(subresources.scale, object, statusOnly) : []
  const status = root.properties?.['status']
  const create: CreateRule = withObjectMeta((object) => [
    ...apart(object, validateBySchema, () => validateBySchema(root, object)),
    ...scale(object, false),
    ...apart(object, validateInner, () => validateInner(root, object)),
    ...validateListTypes(root, object),
  ])
  const update: UpdateRule = withObjectMetaUpdate((next, old, { subresource }) => {
    const statusOnly = subresource === 'status'
    const bySchema = statusOnly
      ? status && next['status'] !== undefined
        ? validateBySchema(status, next['status'], old['status'], 'status')
        : []
      : apart(next, validateBySchema, () => validateBySchema(root, next, old))
    const inner = statusOnly ? [] : apart(next, validateInner, () => validateInner(root, next))
    return [...bySchema, ...scale(next, statusOnly), ...inner, ...changedLists(root, next, old)]
  })
  const ruled = isRuled(root)
  return {
    create: {
      ...(conditionIsTrue(definition, 'Terminating') ? { withheld: TERMINATING } : {}),
      ...(subresources?.status ? { resetFields: ['status'] } : {}),
      prepare: (object) => withPath(object, ['metadata', 'generation'], 1),
      validate: ruled
        ? (object, context) => withRules(create(object, context), root, object, undefined, context)
        : create,
      warnings: (object) => finalizerWarnings(object, undefined),
    },
    update: {
      prepare: (next, old, { subresource }) =>
        subresource === 'status' ? withStatusOf(next, old) : withGeneration(next, old),
      validate: ruled
        ? (next, old, context) => withRules(update(next, old, context), root, next, old, context)
        : update,
      warnings: finalizerWarnings,
    },
  }
}

/** Returns the validation of an object of the wrong kind: everything that is checked after the types. */
export const typeMismatchRule =
  (root: Schema): TypeMismatchRule =>
  (object, old, warn) => {
    const found = [
      ...validateInner(root, object),
      ...(old ? changedLists(root, object, old) : validateListTypes(root, object)),
    ]
    return isRuled(root) ? withRules(found, root, object, old, { warn }) : found
  }

const TERMINATING = 'custom resource definition is terminating'

/** Adds the errors of the schema's validation rules, if the other errors allow evaluating them. */
function withRules(
  found: readonly Issue[],
  root: Schema,
  object: KubeObject,
  old: KubeObject | undefined,
  { warn }: Pick<RuleContext, 'warn'>,
): readonly Issue[] {
  const issues = found.some(isBlocking)
    ? [notChecked()]
    : validateRules(root, object, old, { excuse: (issue) => warn(issueText(issue)) })
  return [...found, ...issues]
}

// After these errors, values may have other types than the rules expect.
const BLOCKING: readonly Issue['reason'][] = [
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]
const isBlocking = ({ reason }: Issue) => BLOCKING.includes(reason)
const notChecked = (): Issue =>
  invalid(
    '<nil>',
    undefined,
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
  )

/** Lists that were already invalid may stay so (ratcheting). */
const changedLists = (root: Schema, next: KubeObject, old: KubeObject): readonly Issue[] =>
  validateListTypes(root, old).length > 0 ? [] : validateListTypes(root, next)

function withGeneration(next: KubeObject, old: KubeObject): KubeObject {
  const { metadata: _, ...x } = next
  const { metadata: __, ...y } = old
  return jsonEqual(x, y) && !hasFloats(next)
    ? next
    : withPath(next, ['metadata', 'generation'], (old.metadata.generation ?? 0) + 1)
}

/** An update of the status subresource changes only the status and managedFields. */
function withStatusOf(next: KubeObject, old: KubeObject): KubeObject {
  const { managedFields } = next.metadata
  const { managedFields: _, ...metadata } = old.metadata
  const { status: __, ...rest } = old
  const { status } = next
  const made = {
    ...rest,
    metadata: { ...metadata, ...(managedFields ? { managedFields } : {}) },
    ...(status === undefined ? {} : { status }),
  } as KubeObject // fields of two objects
  keepNote(next, made)
  return made
}

const STANDARD = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])
const FIELD = 'metadata.finalizers'

/** Returns warnings about new finalizers whose names may conflict with those of others. */
function finalizerWarnings({ metadata }: KubeObject, old: KubeObject | undefined): readonly string[] {
  const added = (metadata.finalizers ?? []).filter((finalizer) => !old?.metadata.finalizers?.includes(finalizer))
  return [...new Set(added)].sort().flatMap((finalizer) => {
    const head = `${FIELD}: ${goQuote(finalizer)}: `
    const path = finalizer.includes('.') ? ' including a path (/)' : ''
    const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`
    return [...qualifiedName(finalizer), ...(finalizer.includes('/') || STANDARD.has(finalizer) ? [] : [advice])].map(
      (text) => head + text,
    )
  })
}

/** Validates embedded objects, including their metadata, in the words of v1.33 whatever the version of the cluster. */
export const validateInner = (schema: Schema, value: unknown, field?: string): readonly Issue[] =>
  validateEmbedded(
    schema,
    value,
    (metadata) =>
      validateMetadata(
        metadata,
        { scope: metadata.namespace ? 'Namespaced' : 'Cluster', serverVersion: '1.33' },
        pathSegment,
      ),
    field,
  )
