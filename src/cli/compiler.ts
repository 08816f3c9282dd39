// The kernel's compiler, as the farm takes it.

import type { Compiler } from '../farm/formulas.ts'
import { compileProgram } from '../kernel/compile.ts'
import { programText } from '../kernel/program-text.ts'

export const compiler: Compiler = { compile: compileProgram, programText }
