/** The type of a Secret that holds a token of a ServiceAccount. */
export const TOKEN_TYPE = 'kubernetes.io/service-account-token'
/** The annotation by which it names the account. */
export const ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name'
