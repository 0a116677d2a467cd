import type { Controller } from '../runtime/types.js'

/**
 * Writes all objects of a resource again, so that they are stored in the version that is stored now, one migration of a
 * resource at a time; the definition of a custom resource then names that version alone.
 */
export const storageVersionMigrator: Controller = {
  name: 'storage-version-migration',
  user: 'system:serviceaccount:kube-system:storage-version-migrator-controller',
  watches: { StorageVersionMigration: 'own' },
  load: () => import('./migrate.js'),
}
