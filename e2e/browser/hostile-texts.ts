const LONG_LINE_CHARS = 19_000;

const HTML = [
  "<script>window.__ran = true</script>",
  "<SCRIPT SRC=https://evil.test/x.js></SCRIPT>",
  "<img src=x onerror=window.__ran=true>",
  "<svg onload=window.__ran=true>",
  "<svg><script>window.__ran=true</script></svg>",
  "<iframe src=javascript:window.__ran=true></iframe>",
  "<iframe srcdoc='<script>parent.__ran=true</script>'></iframe>",
  "<object data=javascript:window.__ran=true></object>",
  "<embed src=javascript:window.__ran=true>",
  "<a href=javascript:window.__ran=true>click</a>",
  "<body onload=window.__ran=true>",
  "<details open ontoggle=window.__ran=true>",
  "<input autofocus onfocus=window.__ran=true>",
  "<video><source onerror=window.__ran=true></video>",
  "<math><mi//xlink:href='data:x,<script>window.__ran=true</script>'>",
  "<style>*{display:none}</style>",
  "<link rel=stylesheet href=https://evil.test/x.css>",
  "<base href=https://evil.test/>",
  "<meta http-equiv=refresh content='0;url=https://evil.test/'>",
  "<form action=https://evil.test/><button>Sign in</button></form>",
  "<div style='position:fixed;inset:0;background:red'>gone</div>",
  "<marquee onstart=window.__ran=true>",
  "<!--><script>window.__ran=true</script>-->",
  "]]><script>window.__ran=true</script>",
  "</textarea></title><script>window.__ran=true</script>",
  '"><img src=x onerror=window.__ran=true>',
  "'-window.__ran=true-'",
  "{{constructor.constructor('window.__ran=true')()}}",
  "${window.__ran=true}",
  "&lt;script&gt;window.__ran=true&lt;/script&gt;",
  "\\u003cscript\\u003ewindow.__ran=true\\u003c/script\\u003e",
];

const MARKDOWN = [
  "![x](https://evil.test/pixel.png)",
  "![x](javascript:window.__ran=true)",
  "![](//evil.test/pixel.png)",
  "[![x](https://evil.test/a.png)](https://evil.test/)",
  "![x][ref]\n\n[ref]: https://evil.test/pixel.png",
  "[click](javascript:window.__ran=true)",
  "[click](JaVaScRiPt:window.__ran=true)",
  "[click](data:text/html,<script>window.__ran=true</script>)",
  "[click](vbscript:window.__ran=true)",
  "[click](file:///etc/passwd)",
  "[click](\u0001javascript:window.__ran=true)",
  "<javascript:window.__ran=true>",
  "[x]: javascript:window.__ran=true\n\n[x]",
  "| a | b |\n| - | - |\n| <script>window.__ran=true</script> | ![](https://evil.test/p.png) |",
  "```html\n<script>window.__ran=true</script>\n```",
  "```\n```js\n<script>window.__ran=true</script>",
  `${"> ".repeat(400)}deep`,
  `${"- ".repeat(300)}deep`,
  `${"*".repeat(5_000)}`,
  `${"[".repeat(3_000)}${"]".repeat(3_000)}`,
  "# ".concat("heading ".repeat(500)),
  "~~~".repeat(500),
  `|${" x |".repeat(400)}\n|${" - |".repeat(400)}\n|${" y |".repeat(400)}`,
];

const TERMINAL = [
  "\u001b[31mred\u001b[0m",
  "\u001b[2J\u001b[1;1Hcleared",
  "\u001b]0;another title\u0007",
  "\u001b]8;;javascript:window.__ran=true\u001b\\link\u001b]8;;\u001b\\",
  "\u009b31mred",
  "back\u0008\u0008\u0008\u0008space",
  "one\rtwo\r\nthree",
];

const LETTERS = [
  "\u202Eevil.exe.txt",
  "\u2067right to left\u2069",
  "שלום עולם — 12:30 <script>",
  "مرحبا بالعالم 123",
  "pass\u200bword\u200b\ufeff",
  `Z${"\u0300\u0316".repeat(600)}algo`,
  "👩‍👩‍👧‍👦".repeat(200),
  "\u{e0041}\u{e0042}hidden",
  "W".repeat(LONG_LINE_CHARS),
  `${"verylongword".repeat(1_000)} and more`,
  "/".repeat(LONG_LINE_CHARS),
  "\n".repeat(3_000).concat("far below"),
  "\t".repeat(3_000).concat("far right"),
];

/** Texts that want to run, to load, to hide, or to push everything aside. */
export const HOSTILE_TEXTS: readonly string[] = [...HTML, ...MARKDOWN, ...TERMINAL, ...LETTERS];

/** One of every five of each kind. */
export const MIXED_TEXTS: readonly string[] = [HTML, MARKDOWN, TERMINAL, LETTERS].flatMap((kind) =>
  kind.filter((_, index) => index % 5 === 0),
);
