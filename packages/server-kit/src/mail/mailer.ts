import { API_LIMITS } from "@cadre/shared";
import type { Transporter } from "nodemailer";

/** Where mail is handed in (RFC 8314). */
const TLS_PORT = 465;
const PORT = 587;

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

export type Mailer = {
  /** Resolves when the mail server has taken it. Rejects with what the server said, or why it cannot be reached. */
  send(mail: Mail): Promise<void>;
};

export type MailerOptions = {
  /** `smtp://` or `smtps://`, with a user and password where the server asks for them. */
  readonly url: string;
  readonly from: string;
  /** For one mail, in milliseconds. */
  readonly timeoutMs?: number;
};

/** Sends mail over SMTP. A password is only ever sent over TLS, unless the server is this machine. */
export function createMailer(options: MailerOptions): Mailer {
  const { url, from, timeoutMs = API_LIMITS.mailTimeoutMs } = options;
  let opened: Promise<Transporter> | undefined;
  return {
    async send({ to, subject, text }) {
      const transport = await (opened ??= openTransport(new URL(url), timeoutMs));
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new Error(`It took longer than ${timeoutMs} ms.`)), timeoutMs);
      // An object is an address and nothing else; a text could hold several.
      const sent = transport.sendMail({ from, to: { name: "", address: to }, subject, text });
      sent.catch(() => undefined);
      try {
        await Promise.race([sent, late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The library is loaded with the first mail: most installations send none. */
async function openTransport(
  { protocol, hostname, port, username, password }: URL,
  timeoutMs: number,
): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const isSecure = protocol === "smtps:";
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? TLS_PORT : PORT) : Number(port),
    secure: isSecure,
    requireTLS: username !== "" && !isLoopback(hostname),
    ...(username === "" ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
