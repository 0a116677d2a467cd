import { membersOf } from '../registry/struct-schema.js'

/** The members of a CustomResourceDefinition. */
export const definitionMembers = () => membersOf('apiextensions.v1.CustomResourceDefinition')
