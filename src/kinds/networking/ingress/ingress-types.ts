import type { Ingress as IngressStruct } from '../../../model/generated/types/networking-v1.js'
import type { UncheckedObject } from '../../struct/unchecked.js'

/** An Ingress before validation. */
export type Ingress = UncheckedObject<IngressStruct>

/** The annotation that named an ingress class before there was a field. */
export const CLASS_ANNOTATION = 'kubernetes.io/ingress.class'
