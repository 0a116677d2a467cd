/** The type of a Secret with a token of a ServiceAccount. */
export const TOKEN_TYPE = 'kubernetes.io/service-account-token'
/** The annotation of such a Secret with the name of the ServiceAccount. */
export const ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name'
