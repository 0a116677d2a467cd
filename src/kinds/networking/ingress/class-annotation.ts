/** The annotation that named an ingress class before there was a field. */
export const CLASS_ANNOTATION = 'kubernetes.io/ingress.class'
