/** The viewport of a board on the page: follows its size, animates the camera, reacts to gestures. */

import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  type Box,
  type Camera,
  type CoveredEdges,
  fitCamera,
  fitScale,
  framing,
  held,
  panned,
  type Paper,
  pinched,
  sheetOf,
  sheetTransform,
  showing,
  type Size,
  stepped,
  uncovered,
  zoomed,
} from "./camera";
import type { Point } from "../model/types";

/** Milliseconds: an animation; the pause after which a movement has ended. */
const GLIDE = 220;
const REST = 250;

/** Board units left free around what is framed, which includes the names. */
const AROUND = 26;

const UNCOVERED: CoveredEdges = { top: 0, bottom: 0 };

export class Viewport {
  readonly screen: Signal<Size>;
  readonly camera: Signal<Camera>;
  /** Pixels right of the screen for which the sheet goes on below panels. */
  private readonly beyond = signal(0);
  /** What there is of the sheet on this screen. */
  readonly sheet: ReadonlySignal<Box>;
  private gliding = 0;
  /** Where to return to after framing something. */
  private home: Camera | null = null;
  /** Whether a gesture or a button has moved it since it last framed something. */
  private moved = false;
  /** Where a movement ends, while there is one. */
  private target: Camera | null = null;

  constructor(
    readonly board: Paper,
    private readonly still: () => boolean,
  ) {
    this.screen = signal({ width: board.width, height: board.height });
    this.camera = signal(fitCamera(board, this.screen.value));
    this.sheet = computed(() => sheetOf(board, this.screen.value, this.beyond.value));
  }

  /** Keep a sheet's CSS transform in step with the camera. While it moves it is only scaled; at rest it is redrawn
   * sharp. */
  move(sheet: HTMLElement): () => void {
    let drawn = this.camera.peek().scale;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const put = () => {
      const { x, y, width, height, enlarged } = sheetTransform(
        this.camera.value,
        drawn,
        this.sheet.value,
        this.screen.value,
      );
      sheet.style.width = `${width.toFixed(2)}px`;
      sheet.style.height = `${height.toFixed(2)}px`;
      sheet.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${enlarged.toFixed(5)})`;
    };
    const rest = () => {
      drawn = this.camera.peek().scale;
      put();
    };
    const end = effect(() => {
      put();
      clearTimeout(resting);
      if (drawn !== this.camera.value.scale) resting = setTimeout(rest, REST);
    });
    return () => {
      end();
      clearTimeout(resting);
    };
  }

  get fitted(): boolean {
    return this.camera.peek().scale <= fitScale(this.board, this.screen.peek()) * 1.001;
  }

  /** The element was resized. A fitted board stays fitted. */
  resize(screen: Size, beyond = 0): void {
    if (screen.width < 1 || screen.height < 1) return;
    const fitted = this.fitted;
    batch(() => {
      this.beyond.value = beyond;
      this.screen.value = screen;
      this.camera.value = fitted ? fitCamera(this.board, screen) : held(this.camera.peek(), this.board, screen);
    });
  }

  /** Frame places for a while, where nothing covers them; `relax` returns. A gesture in between keeps the view it
   * leads to. */
  attend(points: readonly Point[], readable: number, covered: CoveredEdges = UNCOVERED): void {
    this.moved = false;
    const camera = this.target ?? this.camera.peek(); // on the way home, home is still to come back to
    const look = (from: Camera, screen: Size) =>
      this.still()
        ? showing(points, from, this.board, screen, AROUND)
        : framing(points, from, readable, this.board, screen, AROUND);
    const there = uncovered(look, camera, this.screen.peek(), covered);
    if (there === camera) return;
    this.home ??= camera;
    this.glide(there);
  }

  /** Once more, if something else covers the board by now: not after a gesture. */
  attendAgain(points: readonly Point[], readable: number, covered: CoveredEdges): void {
    if (!this.moved) this.attend(points, readable, covered);
  }

  relax(): void {
    const { home } = this;
    this.home = null;
    if (home) this.glide(home);
  }

  fit(): void {
    this.leave();
    this.glide(fitCamera(this.board, this.screen.peek()));
  }

  step(steps: number): void {
    this.leave();
    this.glide(stepped(this.camera.peek(), steps, this.board, this.screen.peek()));
  }

  zoom(factor: number, pixel: Point): void {
    this.set(zoomed(this.camera.peek(), factor, pixel, this.board, this.screen.peek()));
  }

  pan(by: Point): void {
    this.set(panned(this.camera.peek(), by, this.board, this.screen.peek()));
  }

  pinch(before: readonly [Point, Point], after: readonly [Point, Point]): void {
    this.set(pinched(this.camera.peek(), before, after, this.board, this.screen.peek()));
  }

  private leave(): void {
    this.home = null;
    this.moved = true;
  }

  private set(camera: Camera): void {
    this.leave();
    this.target = null;
    cancelAnimationFrame(this.gliding);
    this.camera.value = camera;
  }

  /** Animate to a camera, or jump there with reduced motion. */
  glide(to: Camera): void {
    cancelAnimationFrame(this.gliding);
    this.target = null;
    if (this.still()) {
      this.camera.value = to;
      return;
    }
    this.target = to;
    const from = this.camera.peek();
    const start = performance.now();
    const frame = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - start) / GLIDE));
      this.camera.value = part < 1 ? between(from, to, 1 - (1 - part) ** 3) : to;
      if (part < 1) this.gliding = requestAnimationFrame(frame);
      else this.target = null;
    };
    this.gliding = requestAnimationFrame(frame);
  }

  end(): void {
    cancelAnimationFrame(this.gliding);
  }
}

function between(from: Camera, to: Camera, part: number): Camera {
  const mix = (one: number, other: number) => one + (other - one) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: from.scale * (to.scale / from.scale) ** part };
}
