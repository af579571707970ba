;; The three inner loops of the microscope, in WebAssembly SIMD: `python -m microscope.kernel`
;; turns this text into the bytes of kernel.js.
(module
  (import "env" "memory" (memory 1))

  ;; sum of the four numbers in each of four accumulators -> one vector
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    (local.set $ab (f32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd (f32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (f32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd))))

  ;; y (n, rows) = x (n, cols) . w (rows, cols) transposed + b (rows) or, with b = 0, without.
  ;; cols is a multiple of 4 and rows at least 4; b may be y itself, if n = 1. x is read two rows at a time.
  (func (export "matmul") (param $x i32) (param $w i32) (param $b i32) (param $y i32) (param $n i32) (param $rows i32) (param $cols i32)
    (local $r i32) (local $i i32) (local $c i32) (local $step i32)
    (local $w0 i32) (local $w1 i32) (local $w2 i32) (local $w3 i32) (local $x0 i32) (local $x1 i32) (local $end i32) (local $out i32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local $u v128) (local $v v128) (local $t v128) (local $bias v128)
    (local.set $step (i32.shl (local.get $cols) (i32.const 2)))
    (block $done (loop $blocks
      (br_if $done (i32.ge_s (local.get $r) (local.get $rows)))
      ;; the last block of four rows may overlap the one before it
      (if (i32.gt_s (i32.add (local.get $r) (i32.const 4)) (local.get $rows))
        (then (local.set $r (i32.sub (local.get $rows) (i32.const 4)))))
      (local.set $bias (v128.const i32x4 0 0 0 0))
      (if (local.get $b) (then (local.set $bias (v128.load (i32.add (local.get $b) (i32.shl (local.get $r) (i32.const 2)))))))
      (local.set $i (i32.const 0))
      (block $enough (loop $inputs
        (br_if $enough (i32.ge_s (local.get $i) (local.get $n)))
        (local.set $w0 (i32.add (local.get $w) (i32.mul (local.get $r) (local.get $step))))
        (local.set $w1 (i32.add (local.get $w0) (local.get $step)))
        (local.set $w2 (i32.add (local.get $w1) (local.get $step)))
        (local.set $w3 (i32.add (local.get $w2) (local.get $step)))
        (local.set $x0 (i32.add (local.get $x) (i32.mul (local.get $i) (local.get $step))))
        (local.set $end (i32.add (local.get $x0) (local.get $step)))
        (local.set $out (i32.add (local.get $y) (i32.shl (i32.add (i32.mul (local.get $i) (local.get $rows)) (local.get $r)) (i32.const 2))))
        (local.set $a0 (v128.const i32x4 0 0 0 0)) (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0)) (local.set $a3 (v128.const i32x4 0 0 0 0))
        (if (i32.lt_s (i32.add (local.get $i) (i32.const 1)) (local.get $n))
          (then
            (local.set $x1 (local.get $end))
            (local.set $b0 (v128.const i32x4 0 0 0 0)) (local.set $b1 (v128.const i32x4 0 0 0 0))
            (local.set $b2 (v128.const i32x4 0 0 0 0)) (local.set $b3 (v128.const i32x4 0 0 0 0))
            (loop $two
              (local.set $u (v128.load (local.get $x0)))
              (local.set $v (v128.load (local.get $x1)))
              (local.set $t (v128.load (local.get $w0)))
              (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $u) (local.get $t))))
              (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $v) (local.get $t))))
              (local.set $t (v128.load (local.get $w1)))
              (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $u) (local.get $t))))
              (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $v) (local.get $t))))
              (local.set $t (v128.load (local.get $w2)))
              (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $u) (local.get $t))))
              (local.set $b2 (f32x4.add (local.get $b2) (f32x4.mul (local.get $v) (local.get $t))))
              (local.set $t (v128.load (local.get $w3)))
              (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $u) (local.get $t))))
              (local.set $b3 (f32x4.add (local.get $b3) (f32x4.mul (local.get $v) (local.get $t))))
              (local.set $w0 (i32.add (local.get $w0) (i32.const 16))) (local.set $w1 (i32.add (local.get $w1) (i32.const 16)))
              (local.set $w2 (i32.add (local.get $w2) (i32.const 16))) (local.set $w3 (i32.add (local.get $w3) (i32.const 16)))
              (local.set $x0 (i32.add (local.get $x0) (i32.const 16))) (local.set $x1 (i32.add (local.get $x1) (i32.const 16)))
              (br_if $two (i32.lt_u (local.get $x0) (local.get $end))))
            (v128.store (i32.add (local.get $out) (i32.shl (local.get $rows) (i32.const 2)))
              (f32x4.add (local.get $bias) (call $sums (local.get $b0) (local.get $b1) (local.get $b2) (local.get $b3)))))
          (else
            (loop $one
              (local.set $u (v128.load (local.get $x0)))
              (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $u) (v128.load (local.get $w0)))))
              (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $u) (v128.load (local.get $w1)))))
              (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $u) (v128.load (local.get $w2)))))
              (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $u) (v128.load (local.get $w3)))))
              (local.set $w0 (i32.add (local.get $w0) (i32.const 16))) (local.set $w1 (i32.add (local.get $w1) (i32.const 16)))
              (local.set $w2 (i32.add (local.get $w2) (i32.const 16))) (local.set $w3 (i32.add (local.get $w3) (i32.const 16)))
              (local.set $x0 (i32.add (local.get $x0) (i32.const 16)))
              (br_if $one (i32.lt_u (local.get $x0) (local.get $end))))))
        (v128.store (local.get $out)
          (f32x4.add (local.get $bias) (call $sums (local.get $a0) (local.get $a1) (local.get $a2) (local.get $a3))))
        (local.set $i (i32.add (local.get $i) (i32.const 2)))
        (br $inputs)))
      (local.set $r (i32.add (local.get $r) (i32.const 4)))
      (br $blocks))))

  ;; y (rows, int32) = w (rows, cols, int8) . q (cols, int8); cols is a multiple of 16
  (func (export "dots") (param $q i32) (param $w i32) (param $y i32) (param $rows i32) (param $cols i32)
    (local $end i32) (local $p i32) (local $stop i32) (local $a v128) (local $u v128) (local $v v128)
    (local.set $end (i32.add (local.get $y) (i32.shl (local.get $rows) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $y) (local.get $end)))
      (local.set $p (local.get $q))
      (local.set $stop (i32.add (local.get $q) (local.get $cols)))
      (local.set $a (v128.const i32x4 0 0 0 0))
      (loop $along
        (local.set $u (v128.load (local.get $p)))
        (local.set $v (v128.load (local.get $w)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.add
          (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_low_i8x16_s (local.get $u) (local.get $v)))
          (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_high_i8x16_s (local.get $u) (local.get $v))))))
        (local.set $p (i32.add (local.get $p) (i32.const 16)))
        (local.set $w (i32.add (local.get $w) (i32.const 16)))
        (br_if $along (i32.lt_u (local.get $p) (local.get $stop))))
      (i32.store (local.get $y)
        (i32.add (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
                 (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
      (local.set $y (i32.add (local.get $y) (i32.const 4)))
      (br $next))))

  ;; sum of exp(y[i] - top) over n numbers, n any; exp by its Taylor series after reduction to [-ln2/2, ln2/2]
  (func (export "expsum") (param $y i32) (param $n i32) (param $top f32) (result f32)
    (local $end i32) (local $s v128) (local $x v128) (local $k v128) (local $r v128) (local $p v128)
    (local $left i32)
    (local.set $end (i32.add (local.get $y) (i32.shl (local.get $n) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $y) (local.get $end)))
      (local.set $x (f32x4.max (f32x4.sub (v128.load (local.get $y)) (f32x4.splat (local.get $top))) (f32x4.splat (f32.const -80))))
      (local.set $left (i32.shr_u (i32.sub (local.get $end) (local.get $y)) (i32.const 2)))
      (local.set $k (f32x4.nearest (f32x4.mul (local.get $x) (f32x4.splat (f32.const 1.44269504)))))
      (local.set $r (f32x4.sub (f32x4.sub (local.get $x) (f32x4.mul (local.get $k) (f32x4.splat (f32.const 0.693359375))))
                               (f32x4.mul (local.get $k) (f32x4.splat (f32.const -2.12194440e-4)))))
      (local.set $p (f32x4.splat (f32.const 1.3888889e-3)))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $r)) (f32x4.splat (f32.const 8.3333333e-3))))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $r)) (f32x4.splat (f32.const 4.1666667e-2))))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $r)) (f32x4.splat (f32.const 1.6666667e-1))))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $r)) (f32x4.splat (f32.const 0.5))))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $r)) (f32x4.splat (f32.const 1))))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $r)) (f32x4.splat (f32.const 1))))
      ;; times 2^k, by adding k to the exponent
      (local.set $p (i32x4.add (local.get $p) (i32x4.shl (i32x4.trunc_sat_f32x4_s (local.get $k)) (i32.const 23))))
      (if (i32.lt_u (local.get $left) (i32.const 4)) (then  ;; what lies beyond the end counts nothing
        (local.set $p (v128.and (local.get $p)
          (i32x4.gt_s (i32x4.splat (local.get $left)) (v128.const i32x4 0 1 2 3))))))
      (local.set $s (f32x4.add (local.get $s) (local.get $p)))
      (local.set $y (i32.add (local.get $y) (i32.const 16)))
      (br $next)))
    (f32.add (f32.add (f32x4.extract_lane 0 (local.get $s)) (f32x4.extract_lane 1 (local.get $s)))
             (f32.add (f32x4.extract_lane 2 (local.get $s)) (f32x4.extract_lane 3 (local.get $s)))))
)
