import { executeDocuments } from '../docs/execute/documents.js'

// Tries the examples in Go, Python, Java and Rust.
executeDocuments(['docs/image.md', 'docs/languages.md'])
