/** The annotation of mirror pods, which represent static pods of a node. */
export const MIRROR = 'kubernetes.io/config.mirror'
/** The annotation that preceded a pod's own seccompProfile. */
export const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod'
/** The prefix, before a container's name, of the annotations that preceded its seccompProfile. */
export const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/'
/** The prefix, before a container's name, of the annotations that preceded its appArmorProfile. */
export const APP_ARMOR_CONTAINER = 'container.apparmor.security.beta.kubernetes.io/'
