import { executeDocuments } from '../docs/execute/documents.js'

// Tries docs/languages.md: its examples in Go, Python, Java and Rust.
executeDocuments(['docs/languages.md'])
