import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { TOOL_LIMITS } from "@cadre/shared";
import { beforeEach, afterEach, describe, expect, test } from "vitest";

import type { Tool, ToolContext } from "../define-tool.ts";
import { callTool, toolStage, type ToolStage } from "../tool-context.fixture.ts";
import { editFileTool } from "./edit-file.tool.ts";
import { findFilesTool } from "./find-files.tool.ts";
import { listDirectoryTool } from "./list-directory.tool.ts";
import { readFileTool } from "./read-file.tool.ts";
import { searchTextTool } from "./search-text.tool.ts";
import { writeFileTool } from "./write-file.tool.ts";

let stage: ToolStage;
let top: string;
let workspace: string;
let context: ToolContext;

beforeEach(async () => {
  stage = await toolStage();
  ({ top, context } = stage);
  workspace = context.roots.workspace;
  await writeFile(join(top, "secret"), "hidden");
  await symlink(top, join(workspace, "out"));
});
afterEach(() => stage.remove());

function call(tool: Tool, args: Readonly<Record<string, unknown>>) {
  return callTool(tool, args, context);
}

const put = (path: string, text: string | Uint8Array) => writeFile(join(workspace, path), text);
const get = (path: string) => readFile(join(workspace, path), "utf8");

describe.each([
  [readFileTool, {}],
  [writeFileTool, { content: "x" }],
  [editFileTool, { old_string: "hidden", new_string: "x" }],
  [listDirectoryTool, {}],
  [findFilesTool, { pattern: "*" }],
  [searchTextTool, { pattern: "hidden" }],
])("$name and the path wall", (tool, rest) => {
  test.each(["../secret", "out/secret", "/etc/passwd", "out"])("%s is refused and nothing changes", async (path) => {
    const result = await call(tool, { ...rest, path });
    expect(result).toMatchObject({ isError: true, text: expect.stringContaining("outside the folders you may use") });
    expect(await readFile(join(top, "secret"), "utf8")).toBe("hidden");
    expect((await readdir(top)).sort()).toEqual(["home", "repository", "secret", "workspace"]);
  });
});

describe("file_read", () => {
  test("a short file comes back exactly as it is", async () => {
    await put("a.txt", "one\r\ntwo — ünï\nthree");
    expect((await call(readFileTool, { path: "a.txt" })).text).toBe("one\r\ntwo — ünï\nthree");
  });

  test(`more than ${TOOL_LIMITS.fileReadLines} lines: the notice says which offset to use, and it fits without a gap`, async () => {
    const lines = Array.from({ length: 1_203 }, (_, at) => `line ${at + 1}`);
    await put("long.txt", lines.join("\n"));
    const first = await call(readFileTool, { path: "long.txt" });
    expect(first.text.endsWith("[Lines 1 to 500 shown, the file goes on: use offset=501 for the next ones.]")).toBe(
      true,
    );
    const second = await call(readFileTool, { path: "long.txt", offset: 501 });
    const third = await call(readFileTool, { path: "long.txt", offset: 1_001 });
    expect(third.text).not.toContain("use offset");
    const joined = [first, second, third].map(({ text }) => text.replace(/\[Lines .*\]$/, "")).join("");
    expect(joined).toBe(lines.join("\n"));
    expect((await call(readFileTool, { path: "long.txt", offset: 10, limit: 2 })).text).toBe(
      "line 10\nline 11\n[Lines 10 to 11 shown, the file goes on: use offset=12 for the next ones.]",
    );
  });

  test(`more than ${TOOL_LIMITS.fileReadChars} characters: whole lines only`, async () => {
    await put("wide.txt", `${`${"x".repeat(9_999)}\n`.repeat(6)}`);
    const { text } = await call(readFileTool, { path: "wide.txt" });
    expect(text).toContain("[Lines 1 to 4 shown, the file goes on: use offset=5 for the next ones.]");
    expect(text.length).toBeLessThan(TOOL_LIMITS.fileReadChars + 200);
  });

  test("one line longer than a window is cut without breaking a character, and the rest stays reachable", async () => {
    await put("line.json", `${"x".repeat(TOOL_LIMITS.fileReadChars - 1)}😀${"y".repeat(100_000)}\nend`);
    const { text } = await call(readFileTool, { path: "line.json" });
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain(
      "[Line 1 is longer than 40000 characters and was cut here. The rest of the file: use offset=2.]",
    );
    expect((await call(readFileTool, { path: "line.json", offset: 2 })).text).toBe("end");
  });

  test("an empty file, an offset past the end, a folder, a missing file, bytes and a pipe are told apart", async () => {
    await put("empty", "");
    await put("two", "1\n2\n");
    await put("bytes", new Uint8Array([1, 0, 2]));
    execFileSync("mkfifo", [join(workspace, "pipe")]);
    expect(await call(readFileTool, { path: "empty" })).toMatchObject({ isError: false, text: "[empty is empty.]" });
    expect((await call(readFileTool, { path: "two", offset: 3 })).text).toBe(
      "two has only 2 lines; offset=3 is past its end.",
    );
    expect((await call(readFileTool, { path: "two", offset: 2 })).text).toBe("2\n");
    expect((await call(readFileTool, { path: "." })).text).toContain("list_directory");
    expect((await call(readFileTool, { path: "nope" })).text).toBe(
      "nope does not exist. Find it with list_directory or glob_find.",
    );
    expect((await call(readFileTool, { path: "bytes" })).text).toContain("not a text file");
    expect((await call(readFileTool, { path: "pipe" })).text).toContain("not a regular file");
  });
});

describe("file_write", () => {
  test("creates folders, replaces whole files, keeps their mode and leaves no temporary file", async () => {
    expect(await call(writeFileTool, { path: "a/b/c.sh", content: "echo 1\necho 2" })).toEqual({
      text: "Wrote a/b/c.sh: 2 lines, 13 bytes.",
      isError: false,
      details: { path: "a/b/c.sh", bytes: 13 },
    });
    await chmod(join(workspace, "a/b/c.sh"), 0o755);
    await call(writeFileTool, { path: "a/b/c.sh", content: "" });
    expect(await get("a/b/c.sh")).toBe("");
    expect((await stat(join(workspace, "a/b/c.sh"))).mode & 0o777).toBe(0o755);
    expect(await readdir(join(workspace, "a/b"))).toEqual(["c.sh"]);
  });

  test("the same call again replaces the temporary file a crash left", async () => {
    const suffix = createHash("sha256").update(context.callKey).digest("hex").slice(0, 12);
    await put(`.x.${suffix}.tmp`, "half of the te");
    expect(await call(writeFileTool, { path: "x", content: "text" })).toMatchObject({ isError: false });
    expect(await get("x")).toBe("text");
    expect(await readdir(workspace)).toEqual(["out", "x"]);
    expect(writeFileTool.isIdempotent).toBe(true);
  });

  test("a link inside the workspace is written through, a folder or a file used as a folder is refused", async () => {
    await put("real", "old");
    await symlink("real", join(workspace, "alias"));
    expect(await call(writeFileTool, { path: "alias", content: "new" })).toMatchObject({ isError: false });
    expect(await get("real")).toBe("new");
    await mkdir(join(workspace, "folder"));
    expect(await call(writeFileTool, { path: "folder", content: "x" })).toMatchObject({ isError: true });
    expect(await call(writeFileTool, { path: "real/x", content: "x" })).toMatchObject({ isError: true });
  });

  test("content beyond the limit is refused before anything is written", async () => {
    const content = "x".repeat(TOOL_LIMITS.fileWriteChars + 1);
    const result = await call(writeFileTool, { path: "big", content });
    expect(result.text).toContain("content");
    expect(await readdir(workspace)).toEqual(["out"]);
  });
});

describe("file_edit", () => {
  test("a unique text is replaced literally", async () => {
    await put("a.ts", "const a = 1;\nconst b = 2;\n");
    const result = await call(editFileTool, { path: "a.ts", old_string: "const b = 2;", new_string: "$& $1 $$" });
    expect(result).toMatchObject({ isError: false, text: "Edited a.ts at line 2." });
    expect(await get("a.ts")).toBe("const a = 1;\n$& $1 $$\n");
  });

  test("a text that stands twice is refused with its count and lines, overlapping ones included", async () => {
    await put("a", "x\ny\nx\n");
    expect((await call(editFileTool, { path: "a", old_string: "x\n", new_string: "" })).text).toContain(
      "stands 2 times in a (lines 1, 3)",
    );
    await put("b", "aaa");
    expect((await call(editFileTool, { path: "b", old_string: "aa", new_string: "b" })).text).toContain("2 times");
    expect(await get("b")).toBe("aaa");
  });

  test("a text that is not there, an empty change and text that is not UTF-8 are refused", async () => {
    await put("a", "hello");
    expect((await call(editFileTool, { path: "a", old_string: "hallo", new_string: "x" })).text).toContain("file_read");
    expect((await call(editFileTool, { path: "a", old_string: "hello", new_string: "hello" })).isError).toBe(true);
    expect((await call(editFileTool, { path: "a", old_string: "", new_string: "x" })).isError).toBe(true);
    await put("latin", new Uint8Array([0xe4, 0x20]));
    expect((await call(editFileTool, { path: "latin", old_string: " ", new_string: "x" })).text).toContain("UTF-8");
    expect((await call(editFileTool, { path: "none", old_string: " ", new_string: "x" })).text).toContain("not exist");
  });

  test("a file with CRLF is matched by LF and keeps its line ends; a byte order mark stays", async () => {
    await put("dos.txt", "\uFEFFone\r\ntwo\r\nthree\r\n");
    await call(editFileTool, { path: "dos.txt", old_string: "one\ntwo", new_string: "1\n2" });
    expect(await get("dos.txt")).toBe("\uFEFF1\r\n2\r\nthree\r\n");
  });
});

describe("list_directory", () => {
  test("shows folders, links and sizes in order; hidden names on demand; nothing through a link", async () => {
    await mkdir(join(workspace, "b/c/d"), { recursive: true });
    await put("a.txt", "12345");
    await put("b/c/x", "1");
    await put(".env", "1");
    expect((await call(listDirectoryTool, {})).text).toBe(
      [".:", "a.txt 5", "b/", "out@", "[1 hidden entries left out: use show_hidden=true.]"].join("\n"),
    );
    expect((await call(listDirectoryTool, { path: ".", depth: 3, show_hidden: true })).text).toBe(
      [".:", ".env 1", "a.txt 5", "b/", "  c/", "    d/", "    x 1", "out@"].join("\n"),
    );
    expect((await call(listDirectoryTool, { path: "b/c/d" })).text).toBe("b/c/d:\n[The folder is empty.]");
    expect(await call(listDirectoryTool, { path: "a.txt" })).toMatchObject({
      isError: true,
      text: "a.txt is not a folder.",
    });
  });

  test("stops at the limit and says so", async () => {
    await mkdir(join(workspace, "many"));
    const names = Array.from({ length: TOOL_LIMITS.listMaxEntries + 1 }, (_, at) => `f${at}`);
    await Promise.all(names.map((name) => put(`many/${name}`, "")));
    const { text } = await call(listDirectoryTool, { path: "many" });
    expect(text.split("\n")).toHaveLength(TOOL_LIMITS.listMaxEntries + 2);
    expect(text).toContain("More than 1000 entries");
  });
});

describe("glob_find and grep_search", () => {
  beforeEach(async () => {
    await mkdir(join(workspace, "src/deep"), { recursive: true });
    await mkdir(join(workspace, "node_modules/x"), { recursive: true });
    await put(".gitignore", "src\n");
    await put("a.csv", "id,total\n1,20\n");
    await put("src/b.csv", "id,total\n2,30\n");
    await put("src/deep/c.ts", "export const total = 1;\n// Total of all\nnothing\n");
    await put("node_modules/x/d.csv", "id,total\n");
  });

  test("a pattern without / matches at any depth, one with / from the folder; ignore files hide nothing", async () => {
    expect((await call(findFilesTool, { pattern: "*.csv" })).text).toBe("a.csv\nsrc/b.csv");
    expect((await call(findFilesTool, { pattern: "src/*" })).text).toBe("src/b.csv");
    expect((await call(findFilesTool, { pattern: "**/*.{ts,csv}", path: "src" })).text).toBe(
      "src/b.csv\nsrc/deep/c.ts",
    );
    expect((await call(findFilesTool, { pattern: "node_modules/**" })).text).toBe("node_modules/x/d.csv");
    expect((await call(findFilesTool, { pattern: "-x" })).text).toBe("No file in . matches -x.");
  });

  test("too many files: the first ones and a notice; a bad pattern: an error", async () => {
    const { text } = await call(findFilesTool, { pattern: "*.csv", max_results: 1 });
    expect(text).toBe("a.csv\n[More than 1 files match: narrow the pattern or the path.]");
    expect(await call(findFilesTool, { pattern: "a{b" })).toMatchObject({ isError: true });
    expect(await call(findFilesTool, { pattern: "!x" })).toMatchObject({ isError: true });
  });

  test("matches come with path and line, in the order of paths", async () => {
    expect((await call(searchTextTool, { pattern: "total" })).text).toBe(
      "a.csv:1: id,total\nsrc/b.csv:1: id,total\nsrc/deep/c.ts:1: export const total = 1;",
    );
    expect((await call(searchTextTool, { pattern: "TOTAL OF", case_insensitive: true, context_lines: 1 })).text).toBe(
      "src/deep/c.ts-1- export const total = 1;\nsrc/deep/c.ts:2: // Total of all\nsrc/deep/c.ts-3- nothing",
    );
    expect((await call(searchTextTool, { pattern: "total", include: "*.ts" })).text).toMatch(/^src\/deep\/c\.ts:1:/);
    expect((await call(searchTextTool, { pattern: "20", path: "a.csv" })).text).toBe("a.csv:2: 1,20");
    expect((await call(searchTextTool, { pattern: "--files" })).text).toBe("No line in . matches --files.");
  });

  test("the limit counts matches; an invalid expression is an error; a long line is cut around the match", async () => {
    const { text } = await call(searchTextTool, { pattern: "total", max_results: 2 });
    expect(text.split("\n")).toHaveLength(3);
    expect(text).toContain("More than 2 matches");
    expect(await call(searchTextTool, { pattern: "(" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("("),
    });
    await put("long.js", `${"a".repeat(5_000)}needle${"b".repeat(5_000)}`);
    const long = await call(searchTextTool, { pattern: "needle" });
    expect(long.text).toContain("needle");
    expect(long.text.length).toBeLessThan(TOOL_LIMITS.searchLineChars + 30);
  });

  test("an aborted search says so", async () => {
    context = { ...context, signal: AbortSignal.abort() };
    expect(await call(searchTextTool, { pattern: "x" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("interrupted"),
    });
  });
});
