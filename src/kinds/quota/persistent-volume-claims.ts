import { compareDecimal } from '../../base/numbers/decimal.js'
import type { Quantity } from '../../base/numbers/quantity.js'
import { countQuantity, quantityOf, wholeQuantity } from '../../base/numbers/quantity-arithmetic.js'
import type { Claim } from '../core/persistent-volume-claim/schema.js'
import { classNameOf } from '../../model/registry/storage-classes.js'
import { selects } from '../../model/registry/label-selector.js'
import type { KubeObject } from '../../schema/object.js'
import type { Evaluator, QuotaContext } from './evaluator.js'

const COUNT = 'count/persistentvolumeclaims'
const CLAIMS = 'persistentvolumeclaims'
const STORAGE = 'requests.storage'
const OF_CLASS = '.storageclass.storage.k8s.io/'
const ATTRIBUTES_CLASS = 'VolumeAttributesClass'
const ONE = countQuantity(1)

/** Counts PersistentVolumeClaims and their requested storage, in total and per storage class. */
export const persistentVolumeClaims: Evaluator = {
  group: '',
  resource: CLAIMS,
  counts: (name) =>
    [COUNT, CLAIMS, STORAGE].includes(name) || [CLAIMS, STORAGE].some((each) => name.endsWith(OF_CLASS + each)),
  handles: ({ old, subresource }) => subresource === '' || (subresource === 'status' && Boolean(old)),
  isOf(object, { scopeName, operator, values }, { featureGates }) {
    if (!featureGates.VolumeAttributesClass || scopeName !== ATTRIBUTES_CLASS) return false
    const expression = { key: scopeName, operator: operator ?? '', values: values ?? [] }
    const names = attributesClassesOf(asClaim(object))
    const asLabels = names.length > 0 ? names.map((name) => ({ [scopeName]: name })) : [{}]
    return asLabels.some((labels) => selects({ matchExpressions: [expression] }, labels))
  },
  unstated: () => undefined,
  usage(object, context) {
    const claim = asClaim(object)
    const usage = new Map<string, Quantity>([
      [CLAIMS, ONE],
      [COUNT, ONE],
    ])
    const className = classNameOf(claim)
    if (className) usage.set(className + OF_CLASS + CLAIMS, ONE)
    const storage = storageOf(claim, context)
    if (storage) usage.set(STORAGE, storage)
    if (storage && className) usage.set(className + OF_CLASS + STORAGE, storage)
    return usage
  },
}

const asClaim = (object: KubeObject) => object as Claim // evaluators are given objects of their own resource

/** Returns the requested storage of a claim, or its allocated storage if that is more, in whole bytes. */
function storageOf({ spec, status }: Claim, { featureGates }: QuotaContext): Quantity | undefined {
  const request = spec?.resources?.requests?.['storage']
  if (request === undefined) return undefined
  const asked = wholeQuantity(quantityOf(request))
  const given = featureGates.RecoverVolumeExpansionFailure ? status?.allocatedResources?.['storage'] : undefined
  const allocated = given === undefined ? asked : quantityOf(given)
  return compareDecimal(allocated, asked) > 0 ? wholeQuantity(allocated) : asked
}

const attributesClassesOf = ({ spec, status }: Claim): readonly string[] =>
  [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ].filter((name): name is string => Boolean(name))
