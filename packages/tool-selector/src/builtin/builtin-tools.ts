import { editFileTool } from "./edit-file.tool.ts";
import { executeShellTool } from "./execute-shell.tool.ts";
import { findFilesTool } from "./find-files.tool.ts";
import { listDirectoryTool } from "./list-directory.tool.ts";
import { readFileTool } from "./read-file.tool.ts";
import { searchTextTool } from "./search-text.tool.ts";
import { writeFileTool } from "./write-file.tool.ts";

/** The tools every build has: they need nothing but the agent's folders and a sandbox. */
export const BUILTIN_TOOLS = [
  readFileTool,
  writeFileTool,
  editFileTool,
  listDirectoryTool,
  findFilesTool,
  searchTextTool,
  executeShellTool,
] as const;
