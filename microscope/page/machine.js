// One memory for all numbers, and three loops over it: WebAssembly SIMD (kernel.wat), or plain
// JavaScript where a browser has no SIMD or a matrix does not fit its steps of four.
import { KERNEL } from "./kernel.js";

export class Machine {
  constructor(simd = true) {
    this.memory = new WebAssembly.Memory({ initial: 16 });
    this.top = 16;                                        // address 0 means "nothing"
    this.named = new Map();
    this.look();
    const code = Uint8Array.from(atob(KERNEL), (c) => c.charCodeAt(0));
    this.simd = simd && WebAssembly.validate(code);
    const plain = plainLoops(this);
    if (!this.simd) return Object.assign(this, plain);
    const imports = { env: { memory: this.memory } };
    const fast = new WebAssembly.Instance(new WebAssembly.Module(code), imports).exports;
    this.matmul = (x, w, b, y, n, rows, cols) =>
      (cols % 4 || rows < 4 ? plain : fast).matmul(x, w, b, y, n, rows, cols);
    this.dots = fast.dots;
    this.expsum = fast.expsum;
  }

  /** The views die whenever the memory grows. */
  look() {
    const { buffer } = this.memory;
    this.f32 = new Float32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.i8 = new Int8Array(buffer);
  }

  /** Room for so many bytes, for good -> its address. A few bytes behind it may be read, too. */
  room(bytes) {
    const at = this.top;
    this.top = at + ((bytes + 31) & ~15);
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(Math.max(missing, 4e6) / 65536));
      this.look();
    }
    return at;
  }

  /** Room that the next caller with the same name uses again. */
  scratch(name, bytes) {
    const known = this.named.get(name);
    if (known && known.bytes >= bytes) return known.at;
    const at = this.room(bytes);
    this.named.set(name, { at, bytes });
    return at;
  }

  /** Numbers that stay -> their address. */
  keep(numbers) {
    const at = this.room(numbers.length * 4);
    this.f32.set(numbers, at >> 2);
    return at;
  }
}

function plainLoops(m) {
  return {
    /** y (n, rows) = x (n, cols) . w (rows, cols) transposed + b (rows), if b is not 0 */
    matmul(x, w, b, y, n, rows, cols) {
      const f = m.f32;
      x >>= 2; w >>= 2; b >>= 2; y >>= 2;
      for (let r = 0; r < rows; r++) {
        const bias = b ? f[b + r] : 0;                    // b may be y itself
        for (let i = 0; i < n; i++) {
          let sum = 0;
          for (let p = x + i * cols, q = w + r * cols, end = p + cols; p < end; p++, q++)
            sum += f[p] * f[q];
          f[y + i * rows + r] = sum + bias;
        }
      }
    },
    /** y (rows, int32) = w (rows, cols, int8) . q (cols, int8) */
    dots(q, w, y, rows, cols) {
      for (let r = 0; r < rows; r++) {
        let sum = 0;
        for (let c = 0; c < cols; c++) sum += m.i8[q + c] * m.i8[w + r * cols + c];
        m.i32[(y >> 2) + r] = sum;
      }
    },
    /** The sum of exp(y[i] - top) over n numbers. */
    expsum(y, n, top) {
      let sum = 0;
      for (let i = y >> 2; i < (y >> 2) + n; i++) sum += Math.exp(m.f32[i] - top);
      return sum;
    },
  };
}
