// Workers cannot load TypeScript without tsx.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
