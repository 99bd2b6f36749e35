/** The WebSocket of a table: reconnects with backoff, and repeats unanswered requests. */

import { readFrame } from "./frames";
import type {
  Accepted,
  ClientMessage,
  Explained,
  HintGiven,
  LineRead,
  RefusalCode,
  Refused,
  ServerMessage,
  Snapshot,
} from "../wire";

export type ConnectionStatus = "connecting" | "live" | "lost" | "refused";
export type Answer = Accepted | Refused | HintGiven | Explained | LineRead;
type Request = Extract<ClientMessage, { id: string }>;
type WithoutId<Message> = Message extends Request ? Omit<Message, "id"> : never;
/** A request without its id. */
export type RequestBody = WithoutId<Request>;

export const PROTOCOL = 1;
const ANSWERS: ReadonlySet<ServerMessage["message"]> = new Set(["accepted", "refused", "hint", "explained", "typed"]);
const FIRST_BACKOFF = 1000;
const LONGEST_BACKOFF = 15_000;
const RATE_LIMIT_WAIT = 5000;
const HEARTBEAT = 25_000;
const PONG_TIMEOUT = 8000;
const OFFLINE_TIMEOUT = 2500;
const CONNECT_TIMEOUT = 12_000;
const CONNECTING = 0;

/** Close codes after which reconnecting is pointless; all others are retried with backoff. */
const FINAL: Record<number, RefusalCode> = {
  4400: "bad-message",
  4401: "wrong-token",
  4404: "no-such-table",
  4410: "other-rules",
  4411: "damaged",
  4504: "overloaded",
};
const SEATS_CHANGED = 4409;
const RATE_LIMITED = 4429;

export interface Listener {
  /** The last log entry the client has; 0 requests the whole log. */
  since(): number;
  snapshot(message: Snapshot, since: number): void;
  message(message: Exclude<ServerMessage, Answer | Snapshot>): void;
  status(status: ConnectionStatus, refusal: RefusalCode | null): void;
  /** The client holds other seats now and needs the whole log again. */
  seatsChanged(): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, { request: Request; settle: (answer: Answer) => void }>();
  private tries = 0;
  private since = 0;
  private live = false;
  private ended = false;
  /** Why the server refused the connection for good, until `restart`. */
  private refusal: RefusalCode | null = null;
  private timers = new Set<ReturnType<typeof setTimeout>>();
  private heartbeat: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly dial: (address: string) => WebSocket = (to) => new WebSocket(to),
  ) {
    globalThis.addEventListener?.("online", this.reconnectNow);
    globalThis.addEventListener?.("offline", this.checkNetwork);
    globalThis.document?.addEventListener("visibilitychange", this.onVisible);
    this.connect();
  }

  /** Send a request; the promise settles with the answer, however often the connection is lost before. */
  ask(body: RequestBody): Promise<Answer> {
    const request: Request = { ...body, id: newId() };
    if (this.ended || this.refusal) return Promise.resolve(refused(request.id, this.refusal ?? "failed"));
    return new Promise((settle) => {
      this.waiting.set(request.id, { request, settle });
      if (this.live) this.send(request);
    });
  }

  /** Reconnect from scratch. */
  restart(): void {
    this.tries = 0;
    this.refusal = null;
    this.drop();
    this.connect();
  }

  close(): void {
    this.ended = true;
    globalThis.removeEventListener?.("online", this.reconnectNow);
    globalThis.removeEventListener?.("offline", this.checkNetwork);
    globalThis.document?.removeEventListener("visibilitychange", this.onVisible);
    this.drop(true);
    this.refuseAll("failed");
  }

  private connect(): void {
    this.clearTimers();
    this.listener.status(this.tries > 1 ? "lost" : "connecting", null);
    const socket = this.dial(this.address);
    this.socket = socket;
    this.later(CONNECT_TIMEOUT, () => this.lose(socket, 0)); // some networks drop packets silently
    socket.onopen = () => {
      this.since = this.listener.since();
      this.send({ message: "hello", since: this.since });
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      const message = readFrame(event.data);
      if (message) this.receive(message); // unreadable frames do not count as a sign of life
    };
    socket.onclose = (event) => this.lose(socket, event.code);
  }

  private receive(message: ServerMessage): void {
    this.scheduleHeartbeat();
    if (message.message === "snapshot") this.begin(message);
    else if (isAnswer(message)) this.settle(message);
    else this.listener.message(message);
  }

  private begin(snapshot: Snapshot): void {
    this.clearTimers();
    this.tries = 0;
    this.live = true;
    this.listener.snapshot(snapshot, this.since);
    if (!this.live) return; // the listener restarted the connection
    this.listener.status("live", null);
    for (const { request } of this.waiting.values()) this.send(request);
    this.scheduleHeartbeat();
  }

  private settle(answer: Answer): void {
    if (answer.id === null) return;
    const request = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    request?.settle(answer);
  }

  /** Settle all pending requests with a refusal. */
  private refuseAll(code: RefusalCode): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const [id, { settle }] of waiting) settle(refused(id, code));
  }

  /** Ping a connection that has been silent for long. */
  private scheduleHeartbeat(): void {
    clearTimeout(this.heartbeat);
    if (this.live) this.heartbeat = setTimeout(() => this.ping(), HEARTBEAT);
  }

  private ping(timeout = PONG_TIMEOUT): void {
    const socket = this.socket;
    if (!socket || !this.live) return;
    this.send({ message: "ping" });
    clearTimeout(this.heartbeat);
    this.heartbeat = setTimeout(() => this.lose(socket, 0), timeout);
  }

  private lose(socket: WebSocket, code: number): void {
    if (socket !== this.socket || this.ended) return;
    this.drop();
    const refusal = FINAL[code];
    if (refusal) {
      this.refusal = refusal;
      this.listener.status("refused", refusal);
      this.refuseAll(refusal);
      return;
    }
    if (code === SEATS_CHANGED) this.listener.seatsChanged();
    const wait = code === SEATS_CHANGED && this.tries === 0 ? 0 : this.backoff(code);
    this.tries += 1;
    if (wait > 0) this.listener.status("lost", null);
    this.later(wait, () => this.connect());
  }

  /** Exponential backoff with jitter, so that clients do not storm a restarted server. */
  private backoff(code: number): number {
    const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 1.7 ** this.tries);
    return (code === RATE_LIMITED ? RATE_LIMIT_WAIT : 0) + longest * (0.75 + Math.random() / 2);
  }

  /** `gently`: a socket that is still connecting is closed once it is open, since browsers log an error otherwise. */
  private drop(gently = false): void {
    this.clearTimers();
    clearTimeout(this.heartbeat);
    this.live = false;
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    if (gently && socket.readyState === CONNECTING) closeLater(socket);
    else socket.close();
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  private later(wait: number, what: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      what();
    }, wait);
    this.timers.add(timer);
  }

  private clearTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private reconnectNow = (): void => {
    if (this.live) this.ping();
    else if (!this.socket && !this.ended && this.timers.size > 0) this.connect();
  };

  /** The browser reports no network, which need not affect a server on the same machine. */
  private checkNetwork = (): void => this.ping(OFFLINE_TIMEOUT);

  private onVisible = (): void => {
    if (document.visibilityState === "visible") this.reconnectNow();
  };
}

/** A handshake without an answer is abandoned: it would block later connections. */
function closeLater(socket: WebSocket): void {
  const timer = setTimeout(() => socket.close(), PONG_TIMEOUT);
  socket.onclose = () => clearTimeout(timer);
  socket.onopen = () => socket.close();
}

function isAnswer(message: ServerMessage): message is Answer {
  return ANSWERS.has(message.message);
}

/** A refusal made by the client itself. */
export function refused(id: string, code: RefusalCode): Refused {
  return { message: "refused", id, code, rule: null, parameters: {} };
}

export function socketAddress(table: string, page: Location = location): string {
  return `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}/ws/${encodeURIComponent(table)}`;
}

/** A unique request id; `crypto.randomUUID` is missing on pages without TLS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
