import { GoText, goJson, goQuote } from '../../base/go/printable.js'
import { goDate } from '../../base/time/time.js'
import { type ObjectMeta, objectMeta } from '../../schema/metadata.js'
import { inWireOrder } from '../../schema/order.js'
import { encodeJson } from '../../base/json/json.js'
import { goStrings, goStruct } from '../shared/go-struct.js'
import type { Texts } from '../../schema/object.js'

const NO_TIME = new GoText('time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)')

/** Formats a map of strings, such as labels, like Go's `%#v`. */
export const goTexts = (texts: Texts | undefined): GoText =>
  new GoText(
    texts
      ? `map[string]string{${Object.keys(texts)
          .sort()
          .map((key) => `${goQuote(key)}:${goQuote(texts[key]!)}`)
          .join(', ')}}`
      : 'map[string]string(nil)',
    () => goJson(texts ?? null),
  )

// Addresses of pointers are arbitrary.
const SOMEWHERE = '0xc000000000'

const goList = (type: string, items: readonly GoText[] | undefined) =>
  new GoText(items ? `[]v1.${type}{${items.map(({ text }) => text).join(', ')}}` : `[]v1.${type}(nil)`)

/** Formats the metadata of an object that is not stored like Go's `%#v`, or as JSON. */
export const goMetadata = (metadata: ObjectMeta): GoText =>
  new GoText(syntaxOf(metadata).text, () => encodeJson(inWireOrder(objectMeta, metadata)))

function syntaxOf(metadata: ObjectMeta): GoText {
  const {
    name = '',
    generateName = '',
    namespace = '',
    generation = 0,
    labels,
    annotations,
    ownerReferences,
    finalizers,
    managedFields,
  } = metadata
  return goStruct('v1.ObjectMeta', {
    Name: name,
    GenerateName: generateName,
    Namespace: namespace,
    SelfLink: '',
    UID: '',
    ResourceVersion: '',
    Generation: generation,
    CreationTimestamp: NO_TIME,
    DeletionTimestamp: new GoText('<nil>'),
    DeletionGracePeriodSeconds: new GoText('(*int64)(nil)'),
    Labels: goTexts(labels),
    Annotations: goTexts(annotations),
    OwnerReferences: goList(
      'OwnerReference',
      ownerReferences?.map((owner) =>
        goStruct('v1.OwnerReference', {
          APIVersion: owner.apiVersion,
          Kind: owner.kind,
          Name: owner.name,
          UID: owner.uid,
          Controller: new GoText(`(*bool)(${owner.controller === undefined ? 'nil' : SOMEWHERE})`),
          BlockOwnerDeletion: new GoText(`(*bool)(${owner.blockOwnerDeletion === undefined ? 'nil' : SOMEWHERE})`),
        }),
      ),
    ),
    Finalizers: goStrings(finalizers),
    ManagedFields: goList(
      'ManagedFieldsEntry',
      managedFields?.map((entry) =>
        goStruct('v1.ManagedFieldsEntry', {
          Manager: entry.manager ?? '',
          Operation: entry.operation ?? '',
          APIVersion: entry.apiVersion ?? '',
          Time: new GoText(entry.time ? goDate(entry.time, 'UTC') : '<nil>'),
          FieldsType: entry.fieldsType ?? '',
          FieldsV1: new GoText(`(*v1.FieldsV1)(${SOMEWHERE})`),
          Subresource: entry.subresource ?? '',
        }),
      ),
    ),
  })
}
