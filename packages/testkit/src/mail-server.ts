import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
  readonly to: readonly string[];
  readonly from: string;
  readonly head: string;
  readonly text: string;
};

/** A mail server on loopback that keeps what it takes. It asks for a user and password. */
export type MailServer = {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** From now on nobody's mailbox is known, for this reason; undefined: everybody's is. */
  refuse(reason: string | undefined): void;
  close(): Promise<void>;
};

const USER = { name: "cadre", password: "p@ss/word" } as const;

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: string | undefined;
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === USER.name && password === USER.password
        ? done(null, { user: username })
        : done(new Error("Who are you?")),
    onRcptTo: (_address, _session, done) => done(refusal === undefined ? null : new Error(refusal)),
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const [head = "", ...body] = raw.split("\r\n\r\n");
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, from, head, text: decoded(body.join("\r\n\r\n")) });
      });
      stream.once("end", () => done());
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${USER.name}:${encodeURIComponent(USER.password)}@127.0.0.1:${port}`,
    received,
    refuse: (reason) => void (refusal = reason),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Quoted-printable text as its reader sees it. */
function decoded(body: string): string {
  return body
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
